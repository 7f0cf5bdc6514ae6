/**
 * What the ledger shows of one offer, by what was read of it. Pure; the rules are those of trust, "Whose word it is".
 */
import type { Difference } from '../../errors/errors.ts';
import type { Outcome, Trial } from '../../ledger/ledger.ts';
import type { Compared } from './terms.ts';

export type Seen = {
  /** The ledger in which account and address were read. */
  readonly ledger: number;
  /** Of the offer's account; absent where there is no account. */
  readonly sequence?: bigint;
  /** The contract at the offer's address, for an action that creates one: `unreadable` where its escrow is not listed. */
  readonly stands?: Compared | 'unreadable';
};

export type Shown =
  /** `byAnother`: an escrow with these terms stands, and another transaction made it. */
  | { readonly kind: 'settled'; readonly changedSince: readonly Difference[]; readonly byAnother: boolean }
  | { readonly kind: 'rejected'; readonly code: string }
  | { readonly kind: 'taken'; readonly differences: readonly Difference[] }
  /** It can never be included, and nothing of its handle stands. */
  | { readonly kind: 'dead' }
  /** It may still be included, or nothing can be said yet. */
  | { readonly kind: 'open' };

export const OPEN: Shown = { kind: 'open' };
export const DEAD: Shown = { kind: 'dead' };

/** A reached sequence alone proves nothing: the offer itself may have used it. */
export function isReached({ sequence }: Seen, ofOffer: bigint): boolean {
  return sequence === undefined || sequence >= ofOffer;
}

/**
 * Whether the offer's hash would have been found, had the ledger it.
 * @param offeredLedger the latest ledger when it was offered
 */
export function isCovered(outcome: Outcome, seen: Seen, offeredLedger: number | undefined): boolean {
  return (
    outcome.kind === 'not-found' &&
    offeredLedger !== undefined &&
    outcome.fromLedger <= offeredLedger &&
    outcome.toLedger >= seen.ledger
  );
}

/**
 * What stands at its address says of an offer whose own hash was not found.
 * @param byAnother whether it is certain that this offer did not make it
 */
export function byWhatStands(stands: Compared | 'unreadable', byAnother: boolean): Shown {
  if (stands === 'unreadable') return OPEN;
  const { differences, isReachable, changesMoney } = stands;
  // Where another transaction made it, what is paid to whom must be what was asked for: it may be another's terms.
  if (!isReachable || (byAnother && changesMoney)) return { kind: 'taken', differences };
  return { kind: 'settled', changedSince: differences, byAnother };
}

/**
 * Of an offer whose sequence is reached, that is not found, and at whose address nothing is listed.
 * @param trial whether its contract could still be created; absent for an action that creates none
 */
export function byAbsence(seen: Seen, covered: boolean, trial: Trial | undefined): Shown {
  // An archived contract is not an absent one; it cannot be read, so nothing more is said.
  if (trial?.address === 'occupied') return OPEN;
  const isFree = trial?.address === 'free' && trial.ledger >= seen.ledger;
  return covered || isFree ? DEAD : OPEN;
}
