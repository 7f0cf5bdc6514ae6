/**
 * Ends an unknown outcome by the network's word, where there is a Stellar RPC to ask: it has the transaction, or it
 * has closed ledgers past the transaction's time bound without it, and remembers all since it was prepared.
 */
import type { Outcome } from '../ledger/ledger.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { failedSettlement, settledSettlement } from './settlement-from.ts';
import { type Handle, mayBeSent, type Offer } from './store/offers.ts';

/** A sending that has not been recorded for this long died with its process; a call itself never takes so long. */
export const SENDING_STALE_MS = 60_000;

/** @returns the handle as it stands then */
export async function resolveUnknown(context: DeskContext, handle: Handle, options: CallOptions = {}): Promise<Handle> {
  const offer = handle.offers.find(mayBeSent);
  if (offer === undefined || context.ledger === undefined || isBeingSent(context, offer)) return handle;
  const outcome = await context.ledger.outcomeOf(offer.hash, options.signal);
  if (outcome.kind === 'settled') {
    await context.store.resolve(offer.hash, 'settled', settledSettlement(offer));
    context.service.balancesChanged(offer.contractId);
  } else if (outcome.kind === 'failed') {
    await context.store.resolve(offer.hash, 'rejected', failedSettlement(offer, outcome.code));
  } else if (neverHappened(outcome, offer)) {
    await context.store.resolve(offer.hash, 'rejected', failedSettlement(offer, 'too late'));
  } else {
    return handle;
  }
  return (await context.store.find(handle.id)) ?? handle;
}

/** Whether another call, here or in another process, is at it right now. */
export function isBeingSent(context: Pick<DeskContext, 'now'>, offer: Offer): boolean {
  return offer.state === 'sending' && context.now() - (offer.sentAt ?? 0) < SENDING_STALE_MS;
}

function neverHappened(outcome: Outcome, offer: Offer): boolean {
  return outcome.kind === 'not-found' && outcome.to > offer.expiresAt && outcome.from <= offer.offeredAt;
}
