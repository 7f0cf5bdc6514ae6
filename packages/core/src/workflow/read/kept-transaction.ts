/** A stored transaction's transaction, decoded again: the stored row is not believed. */
import type { Action, ActionName, CallOf, SummaryOf } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { recordDamaged } from '../../errors/damage.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import type { DeskContext } from '../context.ts';
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { readStored } from '../model/reverify.ts';
import { tokenAsCompared } from '../model/token-decimals.ts';

/** An transaction's transaction, decoded. */
export type Opened<Call> = { readonly read: ReadTransaction; readonly call: Call };

export function openKept<Name extends ActionName>(
  action: Action<Name>,
  transaction: PreparedTransaction,
  network: Network,
): Opened<CallOf<Name>> {
  const read = readStored(transaction, network);
  const call = action.read(read, network);
  if ('unreadable' in call || read.hashHex !== transaction.hash) {
    if (read.hashHex === transaction.hash) throw new CountersignError('LEDGER_SET_ASIDE');
    throw recordDamaged(transaction.requestId ?? transaction.hash, 'transaction');
  }
  return { read, call };
}

/** As a person should see it. @throws CountersignError RECORD_DAMAGED, LEDGER_SET_ASIDE */
export function summaryOf(
  context: DeskContext,
  { action: name, request }: PreparedRequest,
  transaction: PreparedTransaction,
): SummaryOf<ActionName> {
  const network = tokenAsCompared(context.network, request, transaction.reasons);
  const action: Action = actionOf(name);
  const { read, call } = openKept(action, transaction, network);
  return action.summarise(read, call, request, network, transaction.reasons, context.words.summaryWords);
}
