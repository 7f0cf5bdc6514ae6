/** The store in PostgreSQL, for any number of processes on any number of machines. */
import type { NetworkName } from '../../../escrow/network.ts';
import type { Database } from '../../../platform/database.ts';
import { migrate } from '../../../platform/postgres/database.ts';
import { type StoreOptions, storeIn } from '../sql-store.ts';
import type { Changed, Store } from '../store.ts';
import { STORE_TABLES } from './schema.ts';

/**
 * @param database PostgreSQL 14 or newer; its tables are made or updated, and closing the store closes it
 * @param network only its requests are seen; a database may be used for several networks
 * @throws CountersignError STORE_UNUSABLE, also by every method while the database cannot be used
 */
export async function openPostgresStore(
  database: Database,
  network: NetworkName,
  now: () => number = Date.now,
  options: StoreOptions = {},
): Promise<Store> {
  try {
    await migrate(database, STORE_TABLES);
  } catch (error) {
    await database.close();
    throw error;
  }
  const engine = {
    changedSince: (cursor: number | undefined) => changedSince(database, cursor),
    leaseEnd: (ms: string) => `clock_timestamp() + make_interval(secs => ${ms} / 1000.0)`,
    atLeastOpenRequests: 'handle WHERE tenant = $1',
  };
  return storeIn(database, engine, network, now, options);
}

/**
 * Changes of transactions that are over, and before which none still runs: what another one makes visible later has a
 * later number, so nothing is passed over. A cursor is the first transaction that was not reported.
 */
async function changedSince({ query }: Database, cursor: number | undefined): Promise<Changed> {
  const rows = await query<{ end: string; handle: string | null }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS end, change.handle
     FROM (SELECT 1) AS once LEFT JOIN change
       ON made_by >= $1::text::xid8 AND made_by < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY made_by, number`,
    cursor === undefined ? '9223372036854775807' : String(cursor),
  );
  const requestIds = rows.flatMap(({ handle: requestId }) => requestId ?? []);
  return { cursor: Number(rows[0]?.end), requestIds };
}
