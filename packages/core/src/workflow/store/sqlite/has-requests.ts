/** Whether anything was prepared in a data folder, without opening a desk: fast enough for every start. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../../platform/sqlite.ts';

/** Named here, since the store’s tables take the Stellar SDK with them. */
export const STORE_FILE = 'prepared.sqlite';

export function hasRequests(folder: string): boolean {
  const file = join(folder, STORE_FILE);
  if (!existsSync(file)) return false;
  try {
    const database = openSqlite(file);
    try {
      return database.prepare('SELECT 1 FROM handle LIMIT 1').get() !== undefined;
    } finally {
      database.close();
    }
  } catch {
    // The desk will report the problem when it is opened.
    return true;
  }
}
