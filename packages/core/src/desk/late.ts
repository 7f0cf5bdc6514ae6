/**
 * A signature for a transaction that was offered here and can no longer be sent: it expired, or it was renewed or
 * discarded since. It is told as such, with the way to a fresh one; nobody is accused of having changed it.
 */

import { recogniseAction } from '../actions/actions.ts';
import { type ReadTransaction, unsignedXdrOf } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { isOwn } from './access.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import type { Settlement } from './results.ts';
import { failedSettlement, settledSettlement } from './settlement-from.ts';
import type { Handle, Offer } from './store/offers.ts';

type Late = Pick<Offer, 'hash' | 'handle' | 'contractId' | 'expiresAt'>;

/**
 * What became of it all the same: another offer of its handle settled, or the ledger has it, since a wallet may have
 * sent it by itself, in time.
 * @throws CountersignError TRANSACTION_EXPIRED otherwise
 */
export async function settleLate(
  context: DeskContext,
  read: ReadTransaction,
  offer: Late,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<Settlement> {
  const handle = await handleOf(context, offer);
  const settled = handle?.offers.find(({ state }) => state === 'settled')?.settlement;
  if (settled !== undefined) return settled;
  const outcome = await context.ledger?.outcomeOf(offer.hash, signal);
  if (outcome?.kind !== 'settled' && outcome?.kind !== 'failed') throw await expiredError(context, offer);
  const sent = { ...offer, action: recogniseAction(read, context.network)?.name ?? 'deploy' };
  const settlement = {
    ...(outcome.kind === 'settled' ? settledSettlement(sent) : failedSettlement(sent, outcome.code)),
    ...(offer.handle === undefined ? ({ preparedHere: false } as const) : {}),
  };
  await context.store.decide(offer.hash, unsignedXdrOf(read), settlement);
  if (outcome.kind === 'settled') context.service.balancesChanged(offer.contractId);
  return settlement;
}

/** Names no handle: a person who has a signed transaction need not own its escrow. */
export async function expiredError(context: DeskContext, offer: Late): Promise<CountersignError> {
  const handle = await handleOf(context, offer);
  const late = context.now() - offer.expiresAt;
  const when =
    late < 0
      ? 'This transaction was prepared here and discarded afterwards.'
      : `The transaction could be sent until ${new Date(offer.expiresAt).toISOString()}, which was ${duration(late)} ago; the network would refuse it.`;
  const isRenewed = handle !== undefined && handle.offers[0]?.hash !== offer.hash;
  return new CountersignError('TRANSACTION_EXPIRED', {
    message: `${when} It was not sent.${isRenewed ? ' A newer one was prepared for the same escrow.' : ''}`,
    ...(offer.handle === undefined ? PREPARED_ELSEWHERE : {}),
    ...(handle === undefined && offer.handle !== undefined && isOwn(context, offer.handle) ? REQUEST_FORGOTTEN : {}),
  });
}

const PREPARED_ELSEWHERE = { remedy: 'Prepare the escrow here, and sign that transaction in time.' } as const;

const REQUEST_FORGOTTEN = {
  remedy: 'Its request is no longer kept: call deploy_escrow with the whole request, and sign the new one in time.',
} as const;

/** Its handle, for the person whose it is: nobody else learns that there is a newer transaction, or a settled one. */
async function handleOf(context: DeskContext, { handle }: Late): Promise<Handle | undefined> {
  return handle !== undefined && isOwn(context, handle) ? await context.store.find(handle) : undefined;
}

/** In the unit that a person would use. */
function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  const [unit, length] = UNITS.find((each) => seconds >= 2 * each[1]) ?? ['s', 1];
  return `${Math.round(seconds / length)} ${unit}`;
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;
