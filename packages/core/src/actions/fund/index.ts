/** Pay into an escrow: by its contract, which refuses changed terms, or by a plain transfer, for which no service is needed. */
import { joined } from '../../envelope/bytes.ts';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { fromBaseUnits } from '../../escrow/amount.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import { knownToken } from '../../escrow/network.ts';
import { revealLine } from '../../text/text.ts';
import type { Action } from '../action.ts';
import { XLM_DECIMALS } from '../check-envelope.ts';
import { expiryOf } from '../deploy/summary.ts';
import { checkFund } from './check-fund.ts';
import { fundingCall, readFunding } from './escrow-call.ts';
import { parseFundRequest } from './request.ts';

const PLAIN_TRANSFER =
  'This is a plain payment: the escrow’s contract is not asked, so it arrives even if the escrow’s terms were changed meanwhile.';
const RESTORES =
  'Entries of the escrow were archived, and this transaction restores them. That is why its network fee is higher.';

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
  summarise: (read, call, request, network, reasons) => {
    const token = knownToken(network, call.token);
    const { expected } = call;
    return {
      network: network.name,
      networkPassphrase: network.passphrase,
      signer: call.from,
      escrow: call.contractId,
      ...(expected === undefined ? {} : { title: revealLine(expected.escrow.title) }),
      way: expected === undefined ? 'transfer' : 'escrow',
      amount: fromBaseUnits(call.amount, decimalsOfMultiplier(request.trustline.decimals) as number),
      token: { address: call.token, ...(token === undefined ? {} : { code: token.code }) },
      feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
      expiresAt: expiryOf(read).toISOString(),
      ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
      warnings: [...(expected === undefined ? [PLAIN_TRANSFER] : []), ...(restores(read) ? [RESTORES] : [])],
    };
  },
};

function restores({ transaction: { ext } }: ReadTransaction): boolean {
  if (ext.type !== 'sorobanData') return false;
  const { ext: more } = ext.sorobanData;
  return more.type === 'resourceExt' && more.resourceExt.archivedSorobanEntries.length > 0;
}
