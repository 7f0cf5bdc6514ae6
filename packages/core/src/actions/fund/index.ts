/** Pay into an escrow: by its contract, which refuses changed terms, or by a plain transfer, for which no service is needed. */
import { joined } from '../../envelope/bytes.ts';
import type { Action } from '../action.ts';
import { checkFund } from './check-fund.ts';
import { fundingCall, readFunding } from './escrow-call.ts';
import { parseFundRequest } from './request.ts';
import { summariseFunding } from './summary.ts';

export const fund: Action<'fund'> = {
  name: 'fund',
  parse: parseFundRequest,
  // The same base units are another amount where the token is taken to have other decimals.
  identity: (request, network) =>
    joined(fundingCall(request, network).toXdr(), new TextEncoder().encode(`${request.trustline.decimals}`)),
  read: readFunding,
  check: checkFund,
  // A token is no contract of the service's, and the code of the escrow is the ledger's word.
  isPinned: () => true,
  summarise: summariseFunding,
};
