/** Timers in PostgreSQL, by the database's clock. */
import type { Database } from '../../../platform/postgres/database.ts';
import { DUE_INDEXES, type Timers, timerSql, timerTables } from '../timers.ts';
import { lock } from './handles.ts';

export const TIMERS = `${timerTables('TEXT COLLATE "C"', 'BIGINT')}; ${DUE_INDEXES}`;

const NOW = '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint';

export function timersIn({ query, write }: Database, network: string): Timers {
  const sql = timerSql({ now: NOW, at: (place) => `$${place}` });
  const kindOf = (kind: string) => `${kind} ${network}`;
  return {
    takeJob: async (name, { holder, leaseMs, longestMs }) => {
      const kind = kindOf('job');
      const [taken] = await query<{ failures: number }>(sql.takeOne, kind, name, holder, leaseMs, longestMs);
      if (taken !== undefined) return { failures: taken.failures };
      const [row] = await query<{ due: number }>(sql.dueIn, kind, name);
      return { dueInMs: Math.max(row?.due ?? 0, 0) };
    },
    takeOutcomes: ({ expired, sent }, { holder, leaseMs, longestMs }, most) =>
      write(async (inside) => {
        const kind = kindOf('outcome');
        // Most have no row yet that could be locked, and skipped by others.
        await lock(inside, [kind]);
        const taken = await inside<{ reference: string; failures: number }>(
          sql.takeOutcomes,
          ...[kind, network, holder, leaseMs, longestMs, expired, sent, most],
        );
        return taken.map(({ reference, failures }) => ({ reference, failures }));
      }),
    setTimer: async (kind, reference, holder, { inMs, failures }) =>
      (await query(sql.set, kindOf(kind), reference, holder, inMs, failures)).length > 0,
    endTimer: async (kind, reference, holder) => {
      await query(sql.end, kindOf(kind), reference, holder);
    },
    forgetTimers: async (olderThanMs) => {
      await query(sql.forget, olderThanMs);
    },
  };
}
