/**
 * What is done once for all processes, and again and again: jobs, and asking the ledger about outcomes. Part of the
 * store's seam, with the statements of both engines.
 *
 * A row says when something is done next. Who takes it moves that time to the end of a lease, so that another process
 * takes it then, should this one have died. Outcomes have no row until they are asked about: when they are due stands
 * in their offers.
 */

export type TimerKind = 'job' | 'outcome';

/** How often it failed, or could not be decided, in a row. */
export type Taken = { readonly failures: number };

/** @param references a handle, or the hash of a transaction that was prepared elsewhere */
export type DueOutcome = Taken & { readonly reference: string };

export type Lease = {
  readonly holder: string;
  readonly leaseMs: number;
  /** Nothing is put off for longer: a time beyond it was written by a clock that has been set back since. */
  readonly longestMs: number;
};

/** Epoch milliseconds, by the clock that handles go by. */
export type DueBefore = {
  /** When the time of an offer that was not sent from here ended. */
  readonly expired: number;
  /** When it was sent. */
  readonly sent: number;
};

export type Timers = {
  /** A job that nobody ever did is due. @returns when to ask again, where it is not, or somebody is at it */
  takeJob(name: string, lease: Lease): Promise<Taken | { readonly dueInMs: number }>;
  /** Those that are undecided, due, and in nobody's hands; of this network, the longest due first. */
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
  /** Forgets timers of what is gone: those that nobody took for so long. */
  forgetTimers(olderThanMs: number): Promise<void>;
};

/** `now` is SQL for epoch milliseconds by the clock that all processes share; kinds are a network's own. */
export type TimerDialect = {
  readonly now: string;
  readonly at: (place: number) => string;
  /** The table of offers, to be read by the index of those that did not settle. */
  readonly openOffers: string;
};

export const timerTable = (text: string, integer: string): string => `
  CREATE TABLE timer (
    kind ${text} NOT NULL,
    reference ${text} NOT NULL,
    due_at ${integer} NOT NULL,
    holder ${text} NOT NULL,
    failures INTEGER NOT NULL,
    PRIMARY KEY (kind, reference)
  )`;
/** What is to be taken is asked for first: taking locks, also where nothing is due. */
export function timerSql({ now, at, openOffers }: TimerDialect) {
  const isDue = (longestMs: string) => `timer.due_at <= ${now} OR timer.due_at > ${now} + ${longestMs}`;
  const take = (longestMs: string) => `
    ON CONFLICT (kind, reference) DO UPDATE SET due_at = excluded.due_at, holder = excluded.holder
      WHERE ${isDue(longestMs)}
    RETURNING reference, failures`;
  const dueOutcomes = `FROM (
      SELECT COALESCE(handle, hash) AS reference, expires_at FROM ${openOffers}
      WHERE state <> 'settled' AND ((state = 'offered' AND handle IS NOT NULL AND expires_at < ${at(4)})
        OR (state IN ('sending', 'unknown', 'accepted')
          AND (sent_at IS NULL OR sent_at < ${at(5)} OR expires_at < ${at(4)})))) AS due
    LEFT JOIN handle ON handle.id = due.reference
    LEFT JOIN timer ON timer.kind = ${at(1)} AND timer.reference = due.reference
    WHERE (handle.id IS NULL OR handle.network = ${at(2)}) AND (timer.due_at IS NULL OR ${isDue(at(3))})
      AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = due.reference AND offer.state = 'settled')`;
  return {
    /** 1 kind, 2 reference, 3 holder, 4 lease, 5 longest. */
    takeOne: `INSERT INTO timer (kind, reference, due_at, holder, failures)
      VALUES (${at(1)}, ${at(2)}, ${now} + ${at(4)}, ${at(3)}, 0) ${take(at(5))}`,
    /** 1 kind, 2 reference. */
    dueIn: `SELECT due_at - ${now} AS due FROM timer WHERE kind = ${at(1)} AND reference = ${at(2)}`,
    /** 1 kind, 2 network, 3 longest, 4 expired before, 5 sent before. Reads alone. */
    anyOutcome: `SELECT 1 ${dueOutcomes} LIMIT 1`,
    /** As well, 6 holder, 7 lease, 8 most. */
    takeOutcomes: `INSERT INTO timer (kind, reference, due_at, holder, failures)
      SELECT ${at(1)}, due.reference, ${now} + ${at(7)}, ${at(6)}, 0 ${dueOutcomes}
      GROUP BY due.reference ORDER BY MIN(due.expires_at), due.reference LIMIT ${at(8)}
      ${take(at(3))}`,
    /** 1 kind, 2 reference, 3 holder, 4 from now, 5 failures. */
    set: `UPDATE timer SET due_at = ${now} + ${at(4)}, failures = ${at(5)}
      WHERE kind = ${at(1)} AND reference = ${at(2)} AND holder = ${at(3)} RETURNING 1`,
    /** 1 kind, 2 reference, 3 holder. */
    end: `DELETE FROM timer WHERE kind = ${at(1)} AND reference = ${at(2)} AND holder = ${at(3)}`,
    /** 1 age. */
    forget: `DELETE FROM timer WHERE due_at < ${now} - ${at(1)}`,
  };
}
