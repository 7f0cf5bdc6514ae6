/** Leases in the store's file. */
import type { DatabaseSync } from 'node:sqlite';
import { numbered } from '../../../platform/sqlite.ts';

export const LEASES = `
  CREATE TABLE lease (key TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** By the machine's own clock: a lease lasts seconds of real time, whatever clock the handles go by. */
export function leaseKeeper(sqlite: DatabaseSync) {
  // An expiry too far in the future was written before the clock was set back.
  const take = sqlite.prepare(
    `INSERT INTO lease (key, holder, until) VALUES (?1, ?2, ?3 + ?4)
     ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE holder = ?2 OR until <= ?3 OR until > ?3 + ?4`,
  );
  const drop = sqlite.prepare('DELETE FROM lease WHERE key = ? AND holder = ?');
  return {
    take: (key: string, holder: string, ms: number): boolean =>
      Number(take.run(numbered(key, holder, Date.now(), ms)).changes) > 0,
    drop: (key: string, holder: string): void => void drop.run(key, holder),
  };
}
