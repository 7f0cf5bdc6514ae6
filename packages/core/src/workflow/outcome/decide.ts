/**
 * Decides one offer by what was read from the ledger. Pure; the rules are those of trust, "Whose word it is".
 */
import type { Difference } from '../../errors/differences.ts';
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
  /** The same, because another transaction of its account used its sequence number before its time was over. */
  | { readonly kind: 'displaced' }
  /** It may still be included, or cannot be decided yet. */
  | { readonly kind: 'open' };

export const OPEN: Shown = { kind: 'open' };
export const DEAD: Shown = { kind: 'dead' };
export const DISPLACED: Shown = { kind: 'displaced' };

/** Whether the account has reached the offer's sequence number. The offer itself may have used it. */
export function isReached({ sequence }: Seen, ofOffer: bigint): boolean {
  return sequence === undefined || sequence >= ofOffer;
}

/**
 * Whether the history covers the offer: it would have found the hash if the ledger had it.
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
 * Decides an offer whose hash was not found, by the contract at its address.
 * @param byAnother whether this offer certainly did not create that contract
 */
export function byWhatStands(stands: Compared | 'unreadable', byAnother: boolean): Shown {
  if (stands === 'unreadable') return OPEN;
  const { differences, isReachable, changesMoney } = stands;
  // If another transaction created it, who is paid how much must be as requested: the terms may be somebody else's.
  if (!isReachable || (byAnother && changesMoney)) return { kind: 'taken', differences };
  return { kind: 'settled', changedSince: differences, byAnother };
}

/**
 * Decides an offer whose sequence number is reached, whose hash is not found, and at whose address nothing is listed.
 * @param trial whether its contract could still be created; absent for an action that creates none
 * @param isInTime whether its time bound has not passed yet
 */
export function byAbsence(seen: Seen, covered: boolean, trial: Trial | undefined, isInTime: boolean): Shown {
  // The address is occupied by an archived contract, which cannot be read.
  if (trial?.address === 'occupied') return OPEN;
  const isFree = trial?.address === 'free' && trial.ledger >= seen.ledger;
  if (!covered && !isFree) return OPEN;
  return isInTime && seen.sequence !== undefined ? DISPLACED : DEAD;
}
