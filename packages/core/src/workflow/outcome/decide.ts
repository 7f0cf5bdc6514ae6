/** Decides one transaction by what was read from the ledger, as decision 28 says. Pure; `read-outcome.ts` reads. */
import type { Difference } from '../../errors/differences.ts';
import type { Outcome, Trial } from '../../ledger/ledger.ts';
import type { Compared } from './terms.ts';

/** What was read of a transaction. What costs a request of its own is read only when the decision needs it. */
export type TransactionFacts = {
  readonly ownSequence: bigint;
  /** The latest ledger when it was prepared. */
  readonly offeredLedger: number | undefined;
  readonly createsContract: boolean;
  /** Whether its time bound has not passed yet, by our clock. */
  readonly isInTime: boolean;
  /** Its time bound, in epoch milliseconds. */
  readonly endsAt: number;
  /** The ledger in which account and address were read. */
  readonly ledger: number;
  /** Of its account; absent where no account is listed, which alone ends nothing. */
  readonly sequence?: bigint;
  /** The contract at its address, for an action that creates one: `unreadable` where its escrow is not listed. */
  readonly compared?: Compared | 'unreadable';
  /** What became of its hash; absent until it is needed. */
  readonly outcome?: Outcome;
  /** Whether a ledger closed after its time bound without its sequence number being reached; absent until needed. */
  readonly isOver?: boolean;
  /** Whether its contract could still be created; absent until needed. */
  readonly trial?: Trial;
};

export type Finding =
  /** `byAnother`: an escrow with these terms exists, and another transaction made it. */
  | { readonly kind: 'settled'; readonly changedSince: readonly Difference[]; readonly byAnother: boolean }
  | { readonly kind: 'rejected'; readonly code: string }
  | { readonly kind: 'taken'; readonly differences: readonly Difference[] }
  /** It can never be included, and nothing of its request is on the ledger. */
  | { readonly kind: 'dead' }
  /** The same, because another transaction of its account used its sequence number before its time was over. */
  | { readonly kind: 'displaced' }
  /** It may still be included, or cannot be decided yet. */
  | { readonly kind: 'open' };

export type Needed = { readonly kind: 'needs'; readonly fact: 'outcome' | 'isOver' | 'trial' };

export const OPEN: Finding = { kind: 'open' };
export const DEAD: Finding = { kind: 'dead' };
export const DISPLACED: Finding = { kind: 'displaced' };

export function decideTransaction(facts: TransactionFacts): Finding | Needed {
  const { outcome, compared } = facts;
  if (!isReached(facts) && compared === undefined) {
    if (facts.isInTime) return OPEN;
    if (facts.isOver === undefined) return { kind: 'needs', fact: 'isOver' };
    return facts.isOver ? DEAD : OPEN;
  }
  if (outcome === undefined) return { kind: 'needs', fact: 'outcome' };
  if (outcome.kind === 'failed') return { kind: 'rejected', code: outcome.code };
  if (outcome.kind === 'settled') {
    return {
      kind: 'settled',
      changedSince: typeof compared === 'object' ? compared.differences : [],
      byAnother: false,
    };
  }
  if (outcome.kind === 'no-answer') return OPEN;
  const covered = isCovered(outcome, facts);
  if (compared !== undefined) return byContract(compared, covered || !isReached(facts));
  if (facts.createsContract && facts.trial === undefined) return { kind: 'needs', fact: 'trial' };
  return byAbsence(facts, covered);
}

/** Whether the account has reached the transaction's sequence number. The transaction itself may have used it. */
export function isReached({ sequence, ownSequence }: Pick<TransactionFacts, 'sequence' | 'ownSequence'>): boolean {
  return sequence === undefined || sequence >= ownSequence;
}

/** Whether the history covers the transaction: it would have found the hash if the ledger had it. */
function isCovered(
  outcome: Extract<Outcome, { readonly kind: 'not-found' }>,
  { ledger, offeredLedger }: TransactionFacts,
): boolean {
  return offeredLedger !== undefined && outcome.fromLedger <= offeredLedger && outcome.toLedger >= ledger;
}

/** @param byAnother whether this transaction certainly did not create the contract at its address */
function byContract(compared: Compared | 'unreadable', byAnother: boolean): Finding {
  if (compared === 'unreadable') return OPEN;
  const { differences, isReachable, changesMoney } = compared;
  // If another transaction created it, who is paid how much must be as requested: the terms may be somebody else's.
  if (!isReachable || (byAnother && changesMoney)) return { kind: 'taken', differences };
  return { kind: 'settled', changedSince: differences, byAnother };
}

/** Its sequence number is reached or its account not listed, its hash is not found, and at its address nothing is listed. */
function byAbsence(
  { trial, ledger, sequence, isInTime, endsAt, outcome }: TransactionFacts,
  covered: boolean,
): Finding {
  // The address is occupied by an archived contract, which cannot be read.
  if (trial?.address === 'occupied') return OPEN;
  const isFree = trial?.address === 'free' && trial.ledger >= ledger;
  if (!covered && !isFree) return OPEN;
  if (sequence !== undefined) return isInTime ? DISPLACED : DEAD;
  // An RPC may not list an account that exists, and then the transaction can be included until its time is over.
  return outcome?.kind === 'not-found' && outcome.to > endsAt ? DEAD : OPEN;
}
