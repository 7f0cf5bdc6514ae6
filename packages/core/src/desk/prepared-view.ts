/** An offer as it is handed out: everything in it is read from the transaction itself. */

import type { Action, ActionName, CallOf, RequestOf } from '../actions/action.ts';
import { type ReadTransaction, readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import type { Network } from '../escrow/network.ts';
import type { DeskContext } from './context.ts';
import type { Prepared } from './results.ts';
import type { Handle, Offer } from './store/offers.ts';

type Kept = Pick<Offer, 'hash' | 'unsignedXdr' | 'reasons'>;

/** What stands in an offer's transaction. */
export type Opened<Call> = { readonly read: ReadTransaction; readonly call: Call };

/** @param opened what was found equal to the request just now; an offer that comes from the store is read once more */
export function preparedView<Name extends ActionName>(
  context: Pick<DeskContext, 'network' | 'signUrl'>,
  action: Action<Name>,
  request: RequestOf<Name>,
  { id, pageId }: Pick<Handle, 'id' | 'pageId'>,
  offer: Kept,
  { read, call }: Opened<CallOf<Name>> = openKept(action, offer, context.network),
): Prepared<Name> {
  const { network } = context;
  const summary = action.summarise(read, call, request, network, offer.reasons);
  const signUrl = action.name === 'deploy' ? context.signUrl?.(pageId) : undefined;
  return {
    id,
    status: 'prepared',
    network: network.name,
    contractId: call.contractId,
    transactionHash: offer.hash,
    expiresAt: summary.expiresAt,
    unsignedXdr: offer.unsignedXdr,
    checked: offer.reasons.length === 0 ? 'verified' : 'partly',
    summary,
    next: nextStep(summary, signUrl),
    ...(signUrl === undefined ? {} : { signUrl }),
  } as unknown as Prepared<Name>;
}

function openKept<Name extends ActionName>(action: Action<Name>, offer: Kept, network: Network): Opened<CallOf<Name>> {
  const read = readTransaction(offer.unsignedXdr, network.passphrase);
  const call = action.read(read, network);
  if ('unreadable' in call || read.hashHex !== offer.hash) {
    throw new CountersignError('STORE_UNUSABLE', {
      message: 'A prepared transaction in the data folder was changed; it is not handed out.',
    });
  }
  return { read, call };
}

type Signable = { readonly signer: string; readonly network: string; readonly expiresAt: string };

function nextStep({ signer, network, expiresAt }: Signable, signUrl: string | undefined): string {
  const byHand = `they sign unsignedXdr in the wallet of ${signer} on ${network} before ${expiresAt}, and the signed XDR goes to submit_signed_xdr with this id`;
  return signUrl === undefined
    ? `Show the summary to the person. If it is what they want, ${byHand}. After that time, prepare it again with the id.`
    : `Give signUrl to the person: the page shows what they sign and sends it. Then get_transaction with this id tells the outcome. Or ${byHand}.`;
}
