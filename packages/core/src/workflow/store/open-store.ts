/** Where prepared escrows are kept, by the settings: files in the data folder, or a database that several processes share. */
import type { ServiceLog } from '../../service/index.ts';
import type { Quota } from '../../service/quota/quota.ts';
import type { Settings } from '../../settings/settings.ts';
import type { RequestCounts } from '../services.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

/** @throws CountersignError STORE_UNUSABLE */
export async function openStore(settings: Settings, log?: ServiceLog): Promise<OpenedStore> {
  const { databaseUrl, dataDir, network } = settings;
  if (databaseUrl === undefined) return { store: openSqliteStore(dataDir, network.name, Date.now, settings) };
  // PostgreSQL code is loaded only when it is configured.
  const { openShared } = await import('./open-shared.ts');
  return await openShared(settings, databaseUrl, log);
}

/** The opened store, and what its database counts for all processes. */
export type OpenedStore = {
  /** Closing it also closes its database. */
  readonly store: Store;
  /** Of all processes that share it; absent: each process counts for itself. @param credential what the service counts by */
  readonly quotaOf?: (credential: readonly (string | undefined)[], requestsPerMinute: number) => Quota;
  /** Of people; absent: each process counts for itself. */
  readonly requestCounts?: RequestCounts;
};
