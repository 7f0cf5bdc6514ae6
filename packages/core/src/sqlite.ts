/** SQLite files that several processes of one person share: opened, with readers and one writer side by side. */
import { DatabaseSync } from 'node:sqlite';

/** How long a process waits for another one's write. */
const BUSY_TIMEOUT_MS = 5_000;
const PAUSE_MS = 5;
/** SQLite's own number for "database is locked"; its extended codes carry it in the low byte. */
const SQLITE_BUSY = 5;

/**
 * @param file a path, or `:memory:`
 * @throws Error of node:sqlite when the file cannot be opened
 */
export function openSqlite(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
}

/**
 * Turns write-ahead logging on. Of two processes that turn it on at the same time SQLite refuses one at once, without
 * the wait it keeps for every other lock (it cannot know that the two would not wait for each other), so the wait is
 * made here.
 * @param synchronous FULL: what was written outlives a power cut
 */
export function useWriteAheadLog(database: DatabaseSync, synchronous: 'FULL' | 'NORMAL'): void {
  const giveUp = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUp) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
}
