/** Jobs of several processes on one store: each once a period in all, no matter who dies. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../platform/postgres/database.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';

const CHILD = fileURLToPath(new URL('../../../../../testkit/src/desk/job-child.ts', import.meta.url));

const PLACES = [
  ['files', temporaryFolder, (at: string) => openSqliteStore(at, 'sandbox')],
  ...(hasPostgres
    ? ([
        ['PostgreSQL', newDatabase, async (at: string) => openPostgresStore(await openDatabase(at), 'sandbox')],
      ] as const)
    : []),
] as const;

describe.each(PLACES)('with %s', (_, place, open) => {
  const start = (at: string, task: 'do' | 'hang', everyMs: number, leaseMs: number) => {
    const started = startProcess([CHILD, at, task, String(everyMs), String(leaseMs)]);
    const count = (word: string) => started.stdout().split(word).length - 1;
    return { child: started.child, isReady: () => count('ready') > 0, began: () => count('began') };
  };

  test('runs in another process after one is killed, once its lease is over and no earlier', async () => {
    const at = await place();
    const first = start(at, 'hang', 60_000, 3_000);
    await expect.poll(first.began).toBe(1);
    const second = start(at, 'do', 60_000, 3_000);
    await expect.poll(second.isReady).toBe(true);
    const store = await open(at);
    onTestFinished(() => store.close());
    const leftMs = async () => {
      const taken = await store.takeJob('tally', { holder: 'test', leaseMs: 1, longestMs: 60_000 });
      return 'dueInMs' in taken ? taken.dueInMs : Number.NaN;
    };
    // Three renewals take as long as a lease.
    for (let renewals = 0, last = await leftMs(); renewals < 3; ) {
      const left = await leftMs();
      expect(left).toBeGreaterThan(0);
      if (left > last) renewals += 1;
      last = left;
      await sleep(20);
    }
    expect(second.began()).toBe(0);
    first.child.kill('SIGKILL');
    await expect.poll(second.began).toBe(1);
  });
});
