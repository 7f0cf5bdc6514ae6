/** Where prepared escrows are kept, by the settings: files in the data folder, or a database that several processes share. */

import type { ServiceLog } from '../service/index.ts';
import type { Quota } from '../service/quota/quota.ts';
import type { Settings } from '../settings/settings.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';

export type OpenedStore = {
  /** Closing it closes what it stands on. */
  readonly store: Store;
  /** Of all processes that share it; absent: each process counts for itself. @param credential what the service counts by */
  readonly quotaOf?: (credential: readonly (string | undefined)[]) => Quota;
};

/** @throws CountersignError STORE_UNUSABLE */
export async function openStore(settings: Settings, log?: ServiceLog): Promise<OpenedStore> {
  const { databaseUrl, dataDir, network } = settings;
  if (databaseUrl === undefined) return { store: openSqliteStore(dataDir, network.name, Date.now, settings) };
  // Nothing of PostgreSQL is loaded without its setting.
  const { openShared } = await import('./open-shared.ts');
  return await openShared(settings, databaseUrl, log);
}
