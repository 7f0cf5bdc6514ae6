/** The store in PostgreSQL, for any number of processes on any number of machines. */
import { createHash } from 'node:crypto';
import type { NetworkName } from '../../../escrow/network.ts';
import type { Database } from '../../../platform/database.ts';
import { migrate, openDatabase } from '../../../platform/postgres/database.ts';
import type { ServiceLog } from '../../../service/index.ts';
import { postgresSlots } from '../../../service/quota/postgres-slots.ts';
import { createSharedQuota } from '../../../service/quota/shared-quota.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { OpenedStore } from '../opened-store.ts';
import { type StoreOptions, storeIn } from '../sql-store.ts';
import type { Changed, Store } from '../store.ts';
import { postgresPageFiles } from './page-files.ts';
import { postgresRequestCounts } from './request-counts.ts';
import { STORE_TABLES } from './schema.ts';

/**
 * The store, and what else its processes share: the quota of the service's credential, counts of people's requests, and
 * files of the page.
 * @throws CountersignError STORE_UNUSABLE
 */
export async function openShared(
  { network, settledKeptMs }: Pick<Settings, 'network' | 'settledKeptMs'>,
  databaseUrl: string,
  log?: ServiceLog,
): Promise<Required<OpenedStore>> {
  const database = await openDatabase(databaseUrl);
  return {
    store: await openPostgresStore(database, network.name, Date.now, { settledKeptMs }),
    quotaOf: (credential, requestsPerMinute) => {
      // The credential itself is in no table.
      const bucket = createHash('sha256').update(JSON.stringify(credential)).digest('hex');
      const slots = postgresSlots(database, bucket, requestsPerMinute);
      return createSharedQuota(requestsPerMinute, slots, () =>
        log?.('warn', 'the database that counts requests could not be asked'),
      );
    },
    requestCounts: postgresRequestCounts(database),
    pageFiles: postgresPageFiles(database),
  };
}

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
