/** A stored offer's transaction, decoded again: the stored row is not believed. */
import type { Action, ActionName, CallOf, SummaryOf } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import { recordDamaged } from '../../errors/damage.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import type { DeskContext } from '../context.ts';
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { tokenAsCompared } from '../model/token-decimals.ts';

/** An offer's transaction, decoded. */
export type Opened<Call> = { readonly read: ReadTransaction; readonly call: Call };

export function openKept<Name extends ActionName>(
  action: Action<Name>,
  offer: PreparedTransaction,
  network: Network,
): Opened<CallOf<Name>> {
  const read = readTransaction(offer.unsignedXdr, network.passphrase);
  const call = action.read(read, network);
  if ('unreadable' in call || read.hashHex !== offer.hash) {
    if (read.hashHex === offer.hash) throw new CountersignError('LEDGER_SET_ASIDE');
    throw recordDamaged(offer.handle ?? offer.hash, 'transaction');
  }
  return { read, call };
}

/** As a person should see it. @throws CountersignError RECORD_DAMAGED, LEDGER_SET_ASIDE */
export function summaryOf(
  context: DeskContext,
  { action: name, request }: PreparedRequest,
  offer: PreparedTransaction,
): SummaryOf<ActionName> {
  const network = tokenAsCompared(context.network, request, offer.reasons);
  const action: Action = actionOf(name);
  const { read, call } = openKept(action, offer, network);
  return action.summarise(read, call, request, network, offer.reasons, context.words.summaryWords);
}
