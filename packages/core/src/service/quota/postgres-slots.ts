/** Places of a quota in PostgreSQL: one row each, by the database's clock only. */
import { randomUUID } from 'node:crypto';
import type { Database, Query } from '../../platform/database.ts';
import { type Slots, type Taken, TIMES, type Times, type Want } from './quota.ts';

/** All times are the database's, since the clocks of machines differ. */
export const QUOTA_TABLES = `
  CREATE TABLE quota (
    bucket TEXT COLLATE "C" PRIMARY KEY,
    paused_until TIMESTAMPTZ NOT NULL DEFAULT 'epoch'
  );
  CREATE TABLE quota_place (
    bucket TEXT COLLATE "C" NOT NULL REFERENCES quota (bucket) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    lease TEXT COLLATE "C" NOT NULL,
    until TIMESTAMPTZ NOT NULL,
    is_over BOOLEAN NOT NULL,
    PRIMARY KEY (bucket, number)
  );
  CREATE INDEX quota_place_by_lease ON quota_place (lease);
  CREATE TABLE quota_want (
    bucket TEXT COLLATE "C" NOT NULL REFERENCES quota (bucket) ON DELETE CASCADE,
    process TEXT COLLATE "C" NOT NULL,
    priority INTEGER NOT NULL,
    count INTEGER NOT NULL,
    until TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (bucket, process, priority)
  );
`;

/** How long a process's wants count; it repeats them every second while it still waits. */
const WANTED_MS = 2_500;

const inMs = (ms: string) => `clock_timestamp() + make_interval(secs => ${ms} / 1000.0)`;

/**
 * @param bucket the quota's name, equal for all who share it; not a secret
 * @param most places; processes with different settings each keep their own number
 */
export function postgresSlots({ query, write }: Database, bucket: string, most: number, times: Times = TIMES): Slots {
  const process = randomUUID();
  return {
    take: (wants) => write((inside) => take(inside, { bucket, process, most, times }, wants)),
    prolong: async (lease) => {
      await query(
        `UPDATE quota_place SET until = ${inMs('$1')} WHERE lease = $2 AND NOT is_over`,
        ...[times.leaseMs + times.holdMs, lease],
      );
    },
    release: async (lease, how) => {
      const sql = `UPDATE quota_place SET until = ${inMs('$1')}, is_over = true WHERE lease = $2`;
      if (how === 'used') await query(sql, times.holdMs, lease);
      else await query('DELETE FROM quota_place WHERE lease = $1', lease);
    },
    pause: async (ms) => {
      await query(
        `INSERT INTO quota (bucket, paused_until) VALUES ($1, ${inMs('$2')})
         ON CONFLICT (bucket) DO UPDATE SET paused_until = greatest(quota.paused_until, excluded.paused_until)`,
        ...[bucket, ms],
      );
    },
  };
}

type Bucket = { readonly bucket: string; readonly process: string; readonly most: number; readonly times: Times };

/** Locks out other processes: a quota has some fifty places a minute, so no one waits long. */
async function take(query: Query, { bucket, process, most, times }: Bucket, wants: readonly Want[]): Promise<Taken> {
  await query("SELECT pg_advisory_xact_lock(hashtextextended('quota ' || $1, 0))", bucket);
  await query('INSERT INTO quota (bucket) VALUES ($1) ON CONFLICT DO NOTHING', bucket);
  const [held] = await query<{ paused: number }>(
    `SELECT greatest(extract(epoch FROM paused_until - clock_timestamp()) * 1000, 0)::float8 AS paused
     FROM quota WHERE bucket = $1`,
    bucket,
  );
  await query('DELETE FROM quota_place WHERE bucket = $1 AND until <= clock_timestamp()', bucket);
  await query(
    'DELETE FROM quota_want WHERE bucket = $1 AND (until <= clock_timestamp() OR process = $2)',
    bucket,
    process,
  );
  const busy = await query<{ number: number; back: number; is_over: boolean }>(
    `SELECT number, (extract(epoch FROM until - clock_timestamp()) * 1000)::float8 AS back, is_over
     FROM quota_place WHERE bucket = $1 ORDER BY until`,
    bucket,
  );
  const others = await query<Want>('SELECT priority, count FROM quota_want WHERE bucket = $1', bucket);
  const pausedForMs = held?.paused ?? 0;
  const taken = new Set(busy.map(({ number }) => number));
  const free = Array.from({ length: most }, (_, number) => number).filter((number) => !taken.has(number));
  const leases: string[] = [];
  for (const { priority, count } of wants.toSorted((one, other) => one.priority - other.priority)) {
    // Leaves room for higher priorities in other processes.
    const before = others.filter((other) => other.priority < priority).reduce((sum, other) => sum + other.count, 0);
    const granted = pausedForMs > 0 ? 0 : Math.max(Math.min(count, free.length - before), 0);
    for (const number of free.splice(0, granted)) {
      const lease = randomUUID();
      await query(
        `INSERT INTO quota_place (bucket, number, lease, until, is_over) VALUES ($1, $2, $3, ${inMs('$4')}, false)`,
        ...[bucket, number, lease, times.leaseMs + times.holdMs],
      );
      leases.push(lease);
    }
    if (granted < count) {
      await query(
        `INSERT INTO quota_want (bucket, process, priority, count, until) VALUES ($1, $2, $3, $4, ${inMs('$5')})`,
        ...[bucket, process, priority, count - granted, WANTED_MS],
      );
    }
  }
  const backIn = busy.filter(({ is_over }) => is_over).map(({ back }) => Math.max(back, 0));
  return { leases, left: free.length, backIn, pausedForMs };
}
