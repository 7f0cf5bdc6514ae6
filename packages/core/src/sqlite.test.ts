import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

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
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-sqlite-'));
  try {
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
  } finally {
    await rm(folder, { recursive: true });
  }
}, 30_000);
