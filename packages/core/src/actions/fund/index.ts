/** Pay into an escrow: by its contract, which refuses changed terms, or by a plain transfer, for which no service is needed. */
import { joined } from '../../envelope/bytes.ts';
import type { Action } from '../action.ts';
import { fundingCall, readFunding } from './call.ts';
import { checkFund } from './check-fund.ts';
import { fundRequestSchema, parseFundRequest } from './request.ts';
import { summariseFunding } from './summary.ts';

export const fund: Action<'fund'> = {
  name: 'fund',
  schema: fundRequestSchema,
  parse: parseFundRequest,
  // With other decimals the same base units are a different amount.
  identity: (request, network) =>
    joined(fundingCall(request, network).toXdr(), new TextEncoder().encode(`${request.trustline.decimals}`)),
  read: readFunding,
  check: checkFund,
  // The token is not the service's contract, and the escrow's code is read from the ledger.
  isPinned: () => true,
  summarise: summariseFunding,
};
