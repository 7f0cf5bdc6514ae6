/** SQLite files that several processes of one person share: opened, with readers and one writer side by side, and what their errors mean. */
import { DatabaseSync } from 'node:sqlite';
import { isObject } from '../text/fields.ts';
import { restrictDataFile } from './data-dir.ts';

/** How long a process waits for another one's write. */
const BUSY_TIMEOUT_MS = 5_000;
const PAUSE_MS = 5;
/** SQLite's own number for "database is locked"; its extended codes carry it in the low byte. */
const SQLITE_BUSY = 5;

/** A database and what SQLite keeps next to it. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/**
 * Opens a file readable by its owner only, whatever its mode or the umask was.
 * @param file a path in a folder that `makeDataDir` checked, or `:memory:`
 * @throws CountersignError STORE_UNUSABLE for another user's file or a link
 * @throws Error of node:sqlite when the file cannot be opened
 */
export function openSqlite(file: string): DatabaseSync {
  const open = () => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  if (file === ':memory:') return open();
  for (const suffix of SUFFIXES) restrictDataFile(file + suffix);
  const database = open();
  // A new file has the umask's mode; SQLite gives its log the file's mode.
  restrictDataFile(file);
  return database;
}

/** Opens a file for `work`, as `openSqlite`, and closes it. */
export function withSqlite<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = openSqlite(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Two processes that turn on write-ahead logging at once do not wait for each other in SQLite, so this retries. */
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

export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
}

/** Whether SQLite finds no damage in a file. */
export function isHealthy(database: DatabaseSync): boolean {
  const { quick_check: health } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  return health === 'ok';
}

const SQLITE_FULL = 13;
/** A full disk, and a user's exhausted quota. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** A disk without room: the one failure of a file that says nothing against the file. */
export function isDiskFull(thrown: unknown): boolean {
  if (!isObject(thrown)) return false;
  const { code, errcode, cause } = thrown;
  return CODES.includes(code) || errcode === SQLITE_FULL || isDiskFull(cause);
}
