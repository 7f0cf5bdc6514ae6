/** Timers by the clock that all processes share; kinds are a network's own. */
import type { Database } from '../../platform/database.ts';
import type { StoreContext } from './handles.ts';
import type { DueOutcome, Taken, TimerKind, Timers } from './timers.ts';

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

/** What is to be taken is asked for first: taking locks, also where nothing is due. */
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
