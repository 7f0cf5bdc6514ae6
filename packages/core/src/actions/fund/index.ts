/** Pay into an escrow by a plain transfer of its token, for which no service is needed. */
import { joined } from '../../envelope/bytes.ts';
import { fromBaseUnits } from '../../escrow/amount.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import { knownToken } from '../../escrow/network.ts';
import type { Action } from '../action.ts';
import { XLM_DECIMALS } from '../check-envelope.ts';
import { expiryOf } from '../deploy/summary.ts';
import { checkFund } from './check-fund.ts';
import { parseFundRequest } from './request.ts';
import { readTransfer, transferCall } from './transfer-call.ts';

const PLAIN_TRANSFER =
  'This is a plain payment: the escrow’s contract is not asked, so it arrives even if the escrow’s terms were changed meanwhile.';

export const fund: Action<'fund'> = {
  name: 'fund',
  parse: parseFundRequest,
  // The same base units are another amount where the token is taken to have other decimals.
  identity: (request, network) =>
    joined(transferCall(request, network).toXdr(), new TextEncoder().encode(`${request.trustline.decimals}`)),
  read: readTransfer,
  check: checkFund,
  // A token is no contract of the service's; the request names it.
  isPinned: () => true,
  summarise: (read, call, request, network, reasons) => {
    const token = knownToken(network, call.token);
    return {
      network: network.name,
      networkPassphrase: network.passphrase,
      signer: call.from,
      escrow: call.contractId,
      amount: fromBaseUnits(call.amount, decimalsOfMultiplier(request.trustline.decimals) as number),
      token: { address: call.token, ...(token === undefined ? {} : { code: token.code }) },
      feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
      expiresAt: expiryOf(read).toISOString(),
      ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
      warnings: [PLAIN_TRANSFER],
    };
  },
};
