/** Where prepared escrows are kept, by the settings: files in the data folder, or a database that several processes share. */
import type { ServiceLog } from '../../service/index.ts';
import type { Settings } from '../../settings/settings.ts';
import type { OpenedStore } from './opened-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

/** @throws CountersignError STORE_UNUSABLE */
export async function openStore(settings: Settings, log?: ServiceLog): Promise<OpenedStore> {
  const { databaseUrl, dataDir, network } = settings;
  if (databaseUrl === undefined) return { store: openSqliteStore(dataDir, network.name, Date.now, settings) };
  // PostgreSQL code is loaded only when it is configured.
  const { openShared } = await import('./postgres/postgres-store.ts');
  return await openShared(settings, databaseUrl, log);
}
