/** A stored offer's transaction, decoded again: the stored row is not believed. */
import type { Action, ActionName, CallOf, SummaryOf } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import type { DeskContext } from '../context.ts';
import { tokenAsCompared } from '../prepare/token-of-request.ts';
import type { PreparedRequest, PreparedTransaction } from '../store/requests.ts';

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
    const isOfEarlier = read.hashHex === offer.hash;
    throw new CountersignError('STORE_UNUSABLE', {
      message: isOfEarlier
        ? 'This transaction was prepared by an earlier version, for a contract that is no longer made; prepare it again.'
        : 'A prepared transaction in the data folder was changed; it is not handed out.',
    });
  }
  return { read, call };
}

/** As a person should see it. @throws CountersignError STORE_UNUSABLE where the row was changed */
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
