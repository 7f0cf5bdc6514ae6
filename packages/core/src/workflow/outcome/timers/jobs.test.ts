/** A job in one process. */
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { type Job, keepDoing } from './jobs.ts';

function start(job: Omit<Job, 'name'>, warned: string[] = [], leaseMs = 30_000) {
  const store = openSqliteStore(undefined, 'sandbox');
  const stop = keepDoing(
    { store, log: (_, message) => void warned.push(message) },
    { name: 'job', ...job },
    { leaseMs },
  );
  onTestFinished(async () => {
    await stop();
    await store.close();
  });
  return { store, stop };
}

test('one that fails is tried again after growing pauses, and then as usual', async () => {
  const at: number[] = [];
  const warned: string[] = [];
  const run = async () => {
    at.push(performance.now());
    if (at.length <= 3) throw new Error('away');
  };
  start({ everyMs: 100, run }, warned);
  await expect.poll(() => at.length).toBeGreaterThanOrEqual(6);
  const gaps = at.slice(1, 4).map((time, index) => time - (at[index] ?? 0));
  // The store counts whole milliseconds.
  for (const [index, atLeast] of [100, 200, 400].entries()) expect(gaps[index]).toBeGreaterThan(atLeast - 10);
  expect(warned).toHaveLength(3);
});

function startLong(leaseMs?: number) {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const run = async (signal: AbortSignal) => {
    begun.resolve();
    await once(signal, 'abort');
    ended.resolve();
  };
  return { ...start({ everyMs: 60_000, run }, [], leaseMs), begun: begun.promise, ended: ended.promise };
}

test('aborts the current run when it ends, and leaves it to others at once', async () => {
  const { store, stop, begun, ended } = startLong();
  await begun;
  await stop();
  await ended;
  expect(await store.takeJob('job', { holder: 'other', leaseMs: 1_000, longestMs: 60_000 })).toEqual({ failures: 0 });
});

test('aborts the current run once another process has its lease, and not before', async () => {
  // So short that it ends between two renewals.
  const { store, begun, ended } = startLong(1);
  await begun;
  const take = () => store.takeJob('job', { holder: 'other', leaseMs: 60_000, longestMs: 60_000 });
  await expect.poll(take, { interval: 1, timeout: 10_000 }).toHaveProperty('failures');
  await ended;
});
