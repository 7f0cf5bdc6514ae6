/** Timers in PostgreSQL, by the database's clock. */
import type { Database } from '../../../platform/database.ts';
import { type DueOutcome, type Timers, timerSql, timerTable } from '../timers.ts';
import { lock } from './handles.ts';

export const TIMERS = `${timerTable('TEXT COLLATE "C"', 'BIGINT')};`;

const NOW = '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint';

export function timersIn({ query, write }: Database, network: string): Timers {
  const sql = timerSql({ now: NOW, at: (place) => `$${place}`, openOffers: 'offer' });
  const kindOf = (kind: string) => `${kind} ${network}`;
  return {
    takeJob: async (name, { holder, leaseMs, longestMs }) => {
      const kind = kindOf('job');
      const [row] = await query<{ due: number }>(sql.dueIn, kind, name);
      if (row !== undefined && row.due > 0 && row.due <= longestMs) return { dueInMs: row.due };
      const [taken] = await query<{ failures: number }>(sql.takeOne, kind, name, holder, leaseMs, longestMs);
      return taken === undefined ? { dueInMs: 0 } : { failures: taken.failures };
    },
    takeOutcomes: async ({ expired, sent }, { holder, leaseMs, longestMs }, most) => {
      const due = [kindOf('outcome'), network, longestMs, expired, sent] as const;
      if ((await query(sql.anyOutcome, ...due)).length === 0) return [];
      return await write(async (inside) => {
        // Most have no row yet that could be locked, and skipped by others.
        await lock(inside, [kindOf('outcome')]);
        const taken = await inside<DueOutcome>(sql.takeOutcomes, ...due, holder, leaseMs, most);
        return taken.map(({ reference, failures }) => ({ reference, failures }));
      });
    },
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
