/** The store in SQLite, in memory or on disk. Processes that share a data folder share it. */
import type { NetworkName } from '../../../escrow/network.ts';
import { dataFileError, openDataFile } from '../../../platform/data-file.ts';
import type { Database } from '../../../platform/database.ts';
import { sqliteDatabase } from '../../../platform/sqlite-database.ts';
import { type StoreOptions, storeIn } from '../sql-store.ts';
import type { Changed, Store } from '../store.ts';
import { STORE_FORMAT } from './database.ts';

/**
 * @param folder where the file is (made if needed); absent: in memory
 * @param network only its requests are seen; a data folder may have been used with several networks
 * @throws CountersignError STORE_UNUSABLE, also by every method when the file fails later
 */
export function openSqliteStore(
  folder: string | undefined,
  network: NetworkName,
  now: () => number = Date.now,
  options: StoreOptions = {},
): Store {
  // FULL: a transaction that may have been sent must not be forgotten by a power cut.
  const synchronous = 'FULL';
  const database = sqliteDatabase(openDataFile(folder, STORE_FORMAT, { synchronous }), {
    synchronous,
    inOurWords: (thrown) => dataFileError(folder, STORE_FORMAT, thrown),
  });
  const engine = {
    changedSince: changeFeed(database),
    leaseEnd: (ms: string) => `${database.now} + ${ms}`,
    atLeastOpenRequests: "offer INDEXED BY offer_open_of WHERE tenant = $1 AND state <> 'settled'",
  };
  return storeIn(database, engine, network, now, options);
}

/** While no one writes, no table is read. */
function changeFeed({ query }: Database): Store['changedSince'] {
  let seen: { readonly version: string; readonly cursor: number } | undefined;
  return async (cursor): Promise<Changed> => {
    // Before the rows: what is written in between is found next time. The file's own version changes by what other
    // connections write, and the count by what this one does.
    const [now] = await query<{ version: string }>(
      "SELECT data_version || ' ' || total_changes() AS version FROM pragma_data_version",
    );
    const version = now?.version ?? '';
    if (cursor !== undefined && seen?.cursor === cursor && seen.version === version) return { cursor, requestIds: [] };
    const rows = await query<{ number: number; handle: string | null }>(
      cursor === undefined
        ? 'SELECT COALESCE(MAX(number), 0) AS number, NULL AS handle FROM change'
        : 'SELECT number, handle FROM change WHERE number > $1 ORDER BY number',
      ...(cursor === undefined ? [] : [cursor]),
    );
    const next = rows.at(-1)?.number ?? cursor ?? 0;
    seen = { version, cursor: next };
    return { cursor: next, requestIds: rows.flatMap(({ handle: requestId }) => requestId ?? []) };
  };
}
