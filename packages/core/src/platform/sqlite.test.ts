import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite, useWriteAheadLog } from './sqlite.ts';

const WORKERS = 3;
const ROUNDS = 150;

/** Opens one new file after the other, each at the same moment as the other workers do. */
const WORK = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { openSqlite, useWriteAheadLog } = await import(workerData.module);
  const arrived = new Int32Array(workerData.arrived);
  for (let round = 1; round <= ${ROUNDS}; round++) {
    Atomics.add(arrived, 0, 1);
    while (Atomics.load(arrived, 0) < ${WORKERS} * round);
    try {
      const database = openSqlite(workerData.folder + '/' + round + '.sqlite');
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      useWriteAheadLog(database, 'FULL');
      database.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS kept (value); COMMIT');
      database.close();
    } catch (error) {
      parentPort.postMessage(error.message);
    }
    Atomics.add(arrived, 1, 1);
    while (Atomics.load(arrived, 1) < ${WORKERS} * round);
  }
`;

test('threads that make one file at the same moment all get it', async () => {
  const folder = temporaryFolder();
  const workerData = {
    arrived: new SharedArrayBuffer(8),
    folder,
    module: new URL('./sqlite.ts', import.meta.url).href,
  };
  const failures: string[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const code = new URL(`data:text/javascript,${encodeURIComponent(WORK)}`);
      new Worker(code, { workerData })
        .on('message', (message: string) => failures.push(message))
        .on('error', reject)
        .on('exit', () => resolve());
    });
  await Promise.all(Array.from({ length: WORKERS }, work));
  expect(failures).toEqual([]);
});

const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).mode & 0o777]));

test.skipIf(process.platform === 'win32')(
  'a new file and its log are for their owner alone, whatever the umask',
  () => {
    const folder = temporaryFolder();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const database = openSqlite(path.join(folder, 'new.sqlite'));
    useWriteAheadLog(database, 'FULL');
    database.exec('CREATE TABLE kept (value)');
    expect(modesIn(folder)).toEqual({ 'new.sqlite': 0o600, 'new.sqlite-wal': 0o600, 'new.sqlite-shm': 0o600 });
    database.close();
  },
);

test.skipIf(process.platform === 'win32')('a file that other users may read is closed to them, its log as well', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'old.sqlite');
  const other = openSqlite(file);
  useWriteAheadLog(other, 'FULL');
  other.exec('CREATE TABLE kept (value); INSERT INTO kept VALUES (1)');
  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o666);
  const database = openSqlite(file);
  expect(database.prepare('SELECT value FROM kept').all()).toEqual([{ value: 1 }]);
  expect(modesIn(folder)).toEqual({ 'old.sqlite': 0o600, 'old.sqlite-wal': 0o600, 'old.sqlite-shm': 0o600 });
  database.close();
  other.close();
});

test.skipIf(process.platform === 'win32').each(['', '-wal', '-shm', '-journal'])(
  'a link in the place of file%s is refused before SQLite follows it',
  (suffix) => {
    const folder = temporaryFolder();
    const elsewhere = path.join(folder, 'elsewhere');
    writeFileSync(elsewhere, '');
    symlinkSync(elsewhere, path.join(folder, `file${suffix}`));
    expect(() => openSqlite(path.join(folder, 'file'))).toThrowError(
      expect.objectContaining({ code: 'STORE_UNUSABLE' }),
    );
    expect(statSync(elsewhere).size).toBe(0);
  },
);
