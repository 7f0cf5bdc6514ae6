/** What several processes share in PostgreSQL: the store, the quota of the service's credential, people's requests, and files of the page. */
import { createHash } from 'node:crypto';
import { openDatabase } from '../../../platform/postgres/database.ts';
import type { ServiceLog } from '../../../service/index.ts';
import { postgresSlots } from '../../../service/quota/postgres-slots.ts';
import { createSharedQuota } from '../../../service/quota/shared-quota.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { OpenedStore } from '../opened-store.ts';
import { postgresPageFiles } from './page-files.ts';
import { openPostgresStore } from './postgres-store.ts';
import { postgresRequestCounts } from './request-counts.ts';

/** @throws CountersignError STORE_UNUSABLE */
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
