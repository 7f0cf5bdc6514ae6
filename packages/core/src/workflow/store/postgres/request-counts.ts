/** How often each key has asked lately, counted for all processes on one database, by the database's clock. */
import type { Database } from '../../../platform/database.ts';
import type { RequestCounts } from '../../services.ts';

/** Unlogged: after a crash of the database everyone starts from nothing, which harms no one. */
export const REQUEST_COUNTS = `
  CREATE UNLOGGED TABLE request_count (key TEXT COLLATE "C" PRIMARY KEY, times TIMESTAMPTZ[] NOT NULL);
`;

const SINCE = "clock_timestamp() - interval '60 s'";
const recent = (times: string) => `ARRAY(SELECT time FROM unnest(${times}) AS time WHERE time > ${SINCE})`;

export const postgresRequestCounts = ({ query }: Database): RequestCounts => ({
  take: async (key, most) => {
    const counted = await query(
      `INSERT INTO request_count AS kept (key, times) VALUES ($1, ARRAY[clock_timestamp()])
       ON CONFLICT (key) DO UPDATE SET times = ${recent('kept.times')} || clock_timestamp()
         WHERE cardinality(${recent('kept.times')}) < $2
       RETURNING 1`,
      ...[key, most],
    );
    if (counted.length > 0) return 0;
    const [oldest] = await query<{ ms: number | null }>(
      `SELECT ceil(extract(epoch FROM min(time) - (${SINCE})) * 1000)::float8 AS ms
       FROM request_count, unnest(times) AS time WHERE key = $1 AND time > ${SINCE}`,
      key,
    );
    // Nothing is left of them if they ended in between.
    return Math.max(oldest?.ms ?? 1, 1);
  },
  giveBack: async (key) => {
    await query('UPDATE request_count SET times = trim_array(times, 1) WHERE key = $1 AND cardinality(times) > 0', key);
  },
  sweep: async () => {
    await query(`DELETE FROM request_count WHERE coalesce(times[cardinality(times)], 'epoch') <= ${SINCE}`);
  },
});
