/**
 * What is done once for all processes, and again and again: jobs, and asking the ledger about outcomes. Part of the
 * store's seam.
 *
 * A row says when something is done next. Who takes it moves that time to the end of a lease, so that another process
 * takes it then, should this one have died. Outcomes have no row until they are asked about: their due time is stored
 * in their transactions.
 */

export type TimerKind = 'job' | 'outcome';

/** How often it failed, or could not be decided, in a row. */
export type Taken = { readonly failures: number };

/** @param references a request, or the hash of a transaction that was prepared elsewhere */
export type DueOutcome = Taken & { readonly reference: string };

export type Lease = {
  readonly holder: string;
  readonly leaseMs: number;
  /** Nothing is put off for longer: a time beyond it was written by a clock that has been set back since. */
  readonly longestMs: number;
};

/** Epoch milliseconds, by the clock that requests go by. */
export type DueBefore = {
  /** When the time of a transaction that was not sent from here ended. */
  readonly expired: number;
  readonly sent: number;
};

export type Timers = {
  /** A job that no one ever did is due. @returns when to ask again, where it is not, or somebody is at it */
  takeJob(name: string, lease: Lease): Promise<Taken | { readonly dueInMs: number }>;
  /** Those that are undecided, due, and in no one's hands; of this network, the longest due first. */
  takeOutcomes(before: DueBefore, lease: Lease, most: number): Promise<readonly DueOutcome[]>;
  /** @returns false, and nothing is changed, where another process has taken it since */
  setTimer(
    kind: TimerKind,
    reference: string,
    holder: string,
    next: Taken & { readonly inMs: number },
  ): Promise<boolean>;
  /** It is done, and not to be done again. */
  endTimer(kind: TimerKind, reference: string, holder: string): Promise<void>;
  /** Forgets timers of what is gone: those that no one took for so long. */
  forgetTimers(olderThanMs: number): Promise<void>;
};

export const timerTable = (text: string, integer: string): string => `
  CREATE TABLE timer (
    kind ${text} NOT NULL, reference ${text} NOT NULL, due_at ${integer} NOT NULL, holder ${text} NOT NULL,
    failures INTEGER NOT NULL, PRIMARY KEY (kind, reference)
  )`;
