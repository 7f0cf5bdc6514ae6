/** What several processes have in common, in PostgreSQL: the store, and the quota of the service's credential. */
import { createHash } from 'node:crypto';
import { openDatabase } from '../platform/postgres/database.ts';
import type { ServiceLog } from '../service/index.ts';
import { postgresSlots } from '../service/quota/postgres-slots.ts';
import type { Quota } from '../service/quota/quota.ts';
import { createSharedQuota } from '../service/quota/shared-quota.ts';
import type { Settings } from '../settings/settings.ts';
import { openPostgresStore } from './store/postgres/postgres-store.ts';
import type { Store } from './store/store.ts';

export type Shared = {
  /** Closing it closes the database. */
  readonly store: Store;
  /** @param credential what the service counts by */
  quotaOf(credential: readonly (string | undefined)[]): Quota;
};

/** @throws CountersignError STORE_UNUSABLE */
export async function openShared(
  { network, requestsPerMinute, settledKeptMs }: Pick<Settings, 'network' | 'requestsPerMinute' | 'settledKeptMs'>,
  databaseUrl: string,
  log?: ServiceLog,
): Promise<Shared> {
  const database = await openDatabase(databaseUrl);
  return {
    store: await openPostgresStore(database, network.name, Date.now, { settledKeptMs }),
    quotaOf: (credential) => {
      // The credential itself stands in no table.
      const bucket = createHash('sha256').update(JSON.stringify(credential)).digest('hex');
      const slots = postgresSlots(database, bucket, requestsPerMinute);
      return createSharedQuota(requestsPerMinute, slots, () =>
        log?.('warn', 'the database that counts requests could not be asked'),
      );
    },
  };
}
