/** Timers by the clock that all processes share; kinds are a network's own. */
import type { StoreContext } from './request-reader.ts';
import type { DueOutcome, Taken, TimerKind, Timers } from './timers.ts';

export function timersIn({ database, network }: StoreContext): Timers {
  const { query, lightly, write, lock, now, by } = database;
  const kindOf = (kind: TimerKind) => `${kind} ${network}`;
  const isDue = (longestMs: string) => `timer.due_at <= ${now} OR timer.due_at > ${now} + ${longestMs}`;
  const take = (longestMs: string) => `
    ON CONFLICT (kind, reference) DO UPDATE SET due_at = excluded.due_at, holder = excluded.holder
      WHERE ${isDue(longestMs)}
    RETURNING reference, failures`;
  /** 1 kind, 2 network, 3 longest, 4 expired before, 5 sent before. */
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
    takeJob: async (name, { holder, leaseMs, longestMs }) => {
      const kind = kindOf('job');
      // Read first: an upsert takes locks even where nothing is due.
      const [row] = await query<{ due: number }>(
        `SELECT due_at - ${now} AS due FROM timer WHERE kind = $1 AND reference = $2`,
        ...[kind, name],
      );
      if (row !== undefined && row.due > 0 && row.due <= longestMs) return { dueInMs: row.due };
      const [taken] = await query<Taken>(
        `INSERT INTO timer (kind, reference, due_at, holder, failures)
         VALUES ($1, $2, ${now} + $4, $3, 0) ${take('$5')}`,
        ...[kind, name, holder, leaseMs, longestMs],
      );
      return taken === undefined ? { dueInMs: 0 } : { failures: taken.failures };
    },
    takeOutcomes: async ({ expired, sent }, { holder, leaseMs, longestMs }, most) => {
      const due = [kindOf('outcome'), network, longestMs, expired, sent] as const;
      if ((await query(`SELECT 1 ${dueOutcomes} LIMIT 1`, ...due)).length === 0) return [];
      return await write(async (inside) => {
        // Most have no row yet that could be locked, and skipped by others.
        await lock(inside, kindOf('outcome'));
        const taken = await inside<DueOutcome>(
          `INSERT INTO timer (kind, reference, due_at, holder, failures)
           SELECT $1, due.reference, ${now} + $7, $6, 0 ${dueOutcomes}
           GROUP BY due.reference ORDER BY MIN(due.expires_at), due.reference LIMIT $8 ${take('$3')}`,
          ...[...due, holder, leaseMs, most],
        );
        return taken.map(({ reference, failures }) => ({ reference, failures }));
      });
    },
    setTimer: async (kind, reference, holder, { inMs, failures }) => {
      const sql = `UPDATE timer SET due_at = ${now} + $4, failures = $5
        WHERE kind = $1 AND reference = $2 AND holder = $3 RETURNING 1`;
      return (await lightly(sql, kindOf(kind), reference, holder, inMs, failures)).length > 0;
    },
    endTimer: async (kind, reference, holder) => {
      const sql = 'DELETE FROM timer WHERE kind = $1 AND reference = $2 AND holder = $3';
      await query(sql, kindOf(kind), reference, holder);
    },
    forgetTimers: async (olderThanMs) => {
      await query(`DELETE FROM timer WHERE due_at < ${now} - $1`, olderThanMs);
    },
  };
}
