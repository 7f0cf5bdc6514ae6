/**
 * Which of our processes serves the public page's port: the one that holds this lock, a file in the data folder. The
 * operating system releases it when the process ends in any way, and no other user can take it.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { makeDataDir } from '@countersign/core/platform/data-dir';
import { isBusy, openSqlite } from '@countersign/core/platform/sqlite';
import { isAddressInUse, listenOnLoopback } from '@countersign/local-http';

export type PortLock = {
  /** Call it once the port is taken. */
  take(): void;
  /** Whether another process holds it. */
  isHeld(): boolean;
  close(): void;
};

/**
 * @param publicUrl part of the lock's name: a process with a different one refuses requests under this one
 * @throws CountersignError STORE_UNUSABLE | Error of node:sqlite where the data folder cannot be used
 */
export function openPortLock(dataDir: string, port: number, publicUrl: string): PortLock {
  const name = createHash('sha256').update(`${port} ${publicUrl}`).digest('hex').slice(0, 16);
  makeDataDir(dataDir);
  const file = openSqlite(path.join(dataDir, `signing-page-${name}.lock`));
  file.exec('PRAGMA busy_timeout = 0');
  return {
    // A process that checks whether it is held keeps it for a moment.
    take: () => file.exec('PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE'),
    isHeld: () => {
      try {
        // Readers do not block each other, so several may check at once.
        file.prepare('SELECT count(*) FROM sqlite_schema').get();
        return false;
      } catch (error) {
        if (isBusy(error)) return true;
        throw error;
      }
    },
    close: () => file.close(),
  };
}

/** Who has the public page's port. Takes it for a moment at most. */
export async function publicPortHolder(
  dataDir: string,
  port: number,
  publicUrl: string,
): Promise<'nobody' | 'countersign' | 'another'> {
  const lock = openPortLock(dataDir, port, publicUrl);
  try {
    if (lock.isHeld()) return 'countersign';
    await (await listenOnLoopback(createServer(), port)).stop();
    return 'nobody';
  } catch (thrown) {
    if (isAddressInUse(thrown)) return 'another';
    throw thrown;
  } finally {
    lock.close();
  }
}
