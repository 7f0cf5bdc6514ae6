/**
 * What is done once for all processes, and again and again: jobs, and asking the ledger about outcomes. Part of the
 * store's seam.
 *
 * A row says when something is done next. Who takes it moves that time to the end of a lease, so that another process
 * takes it then, should this one have died. Outcomes have no row until they are asked about: when they are due stands
 * in their offers.
 */

import type { Database } from '../../platform/database.ts';
import type { StoreContext } from './handles.ts';

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

export const timerTable = (text: string, integer: string): string => `
  CREATE TABLE timer (
    kind ${text} NOT NULL,
    reference ${text} NOT NULL,
    due_at ${integer} NOT NULL,
    holder ${text} NOT NULL,
    failures INTEGER NOT NULL,
    PRIMARY KEY (kind, reference)
  )`;

export function timersIn({ database, network }: StoreContext): Timers {
  const { query, lightly, write, lock } = database;
  const sql = timerSql(database);
  const kindOf = (kind: TimerKind) => `${kind} ${network}`;
  return {
    takeJob: async (name, { holder, leaseMs, longestMs }) => {
      const kind = kindOf('job');
      const [row] = await query<{ due: number }>(sql.dueIn, kind, name);
      if (row !== undefined && row.due > 0 && row.due <= longestMs) return { dueInMs: row.due };
      const [taken] = await query<Taken>(sql.takeOne, kind, name, holder, leaseMs, longestMs);
      return taken === undefined ? { dueInMs: 0 } : { failures: taken.failures };
    },
    takeOutcomes: async ({ expired, sent }, { holder, leaseMs, longestMs }, most) => {
      const due = [kindOf('outcome'), network, longestMs, expired, sent] as const;
      if ((await query(sql.anyOutcome, ...due)).length === 0) return [];
      return await write(async (inside) => {
        // Most have no row yet that could be locked, and skipped by others.
        await lock(inside, kindOf('outcome'));
        const taken = await inside<DueOutcome>(sql.takeOutcomes, ...due, holder, leaseMs, most);
        return taken.map(({ reference, failures }) => ({ reference, failures }));
      });
    },
    setTimer: async (kind, reference, holder, { inMs, failures }) =>
      (await lightly(sql.set, kindOf(kind), reference, holder, inMs, failures)).length > 0,
    endTimer: async (kind, reference, holder) => {
      await query(sql.end, kindOf(kind), reference, holder);
    },
    forgetTimers: async (olderThanMs) => {
      await query(sql.forget, olderThanMs);
    },
  };
}

/** By the clock that all processes share. What is to be taken is asked for first: taking locks, also where nothing is due. */
function timerSql({ now, by }: Database) {
  const isDue = (longestMs: string) => `timer.due_at <= ${now} OR timer.due_at > ${now} + ${longestMs}`;
  const take = (longestMs: string) => `
    ON CONFLICT (kind, reference) DO UPDATE SET due_at = excluded.due_at, holder = excluded.holder
      WHERE ${isDue(longestMs)}
    RETURNING reference, failures`;
  const dueOutcomes = `FROM (
      SELECT COALESCE(handle, hash) AS reference, expires_at FROM offer ${by('offer_open_of')}
      WHERE state <> 'settled' AND ((state = 'offered' AND handle IS NOT NULL AND expires_at < $4)
        OR (state IN ('sending', 'unknown', 'accepted')
          AND (sent_at IS NULL OR sent_at < $5 OR expires_at < $4)))) AS due
    LEFT JOIN handle ON handle.id = due.reference
    LEFT JOIN timer ON timer.kind = $1 AND timer.reference = due.reference
    WHERE (handle.id IS NULL OR handle.network = $2) AND (timer.due_at IS NULL OR ${isDue('$3')})
      AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = due.reference AND offer.state = 'settled')`;
  return {
    /** 1 kind, 2 reference, 3 holder, 4 lease, 5 longest. */
    takeOne: `INSERT INTO timer (kind, reference, due_at, holder, failures)
      VALUES ($1, $2, ${now} + $4, $3, 0) ${take('$5')}`,
    /** 1 kind, 2 reference. */
    dueIn: `SELECT due_at - ${now} AS due FROM timer WHERE kind = $1 AND reference = $2`,
    /** 1 kind, 2 network, 3 longest, 4 expired before, 5 sent before. */
    anyOutcome: `SELECT 1 ${dueOutcomes} LIMIT 1`,
    /** As well, 6 holder, 7 lease, 8 most. */
    takeOutcomes: `INSERT INTO timer (kind, reference, due_at, holder, failures)
      SELECT $1, due.reference, ${now} + $7, $6, 0 ${dueOutcomes}
      GROUP BY due.reference ORDER BY MIN(due.expires_at), due.reference LIMIT $8
      ${take('$3')}`,
    /** 1 kind, 2 reference, 3 holder, 4 from now, 5 failures. */
    set: `UPDATE timer SET due_at = ${now} + $4, failures = $5
      WHERE kind = $1 AND reference = $2 AND holder = $3 RETURNING 1`,
    /** 1 kind, 2 reference, 3 holder. */
    end: 'DELETE FROM timer WHERE kind = $1 AND reference = $2 AND holder = $3',
    /** 1 age. */
    forget: `DELETE FROM timer WHERE due_at < ${now} - $1`,
  };
}
