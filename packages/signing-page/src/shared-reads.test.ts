import { expect, test } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

function scene() {
  let now = 0;
  let count = 0;
  const reads = createSharedReads<number>(
    () => 1_000,
    () => now,
  );
  const read = async () => ++count;
  return { reads, read, pass: (ms: number) => (now += ms), counted: () => count };
}

test('shares a read that is under way, and its value until it is no longer fresh', async () => {
  const { reads, read, pass, counted } = scene();
  expect(reads.isServed('a')).toBe(false);
  expect(await Promise.all([reads.get('a', read), reads.get('a', read)])).toEqual([1, 1]);
  pass(999);
  expect([reads.isServed('a'), await reads.get('a', read)]).toEqual([true, 1]);
  pass(1);
  expect([reads.isServed('a'), await reads.get('a', read), counted()]).toEqual([false, 2, 2]);
});

test('reads again after a change, and never keeps what was read before it', async () => {
  const { reads, read } = scene();
  await reads.get('a', read);
  reads.renew('a');
  expect([reads.isServed('a'), reads.last('a')]).toEqual([false, 1]);
  let end = (_: number) => {};
  const early = reads.get('a', () => new Promise<number>((resolve) => (end = resolve)));
  reads.renew('a');
  expect(await reads.get('a', read)).toBe(2);
  end(0);
  expect([await early, reads.last('a')]).toEqual([0, 2]);
});

test('forgets the oldest key once it keeps more than it may', async () => {
  const reads = createSharedReads<string>(
    () => 1_000,
    () => 0,
    2,
  );
  for (const key of ['a', 'b', 'a', 'c']) await reads.get(key, async () => key);
  expect(['a', 'b', 'c'].map(reads.last)).toEqual([undefined, 'b', 'c']);
});

test('tries a failed read again after 2 s, and answers those who ask before with its failure', async () => {
  const { reads, read, pass, counted } = scene();
  const fail = () => Promise.reject(new Error('down'));
  await expect(reads.get('a', fail)).rejects.toThrow('down');
  pass(1_999);
  expect([reads.isServed('a'), reads.isServed('b'), reads.last('a')]).toEqual([true, false, undefined]);
  await expect(reads.get('a', read)).rejects.toThrow('down');
  pass(1);
  expect([reads.isServed('a'), counted()]).toEqual([false, 0]);
  expect(await reads.get('a', read)).toBe(1);
});

test('counts a read under way as an answer, keeps each value as long as it counts, and forgets a key that never had one', async () => {
  let now = 0;
  const reads = createSharedReads<number>(
    (value) => value,
    () => now,
  );
  const early = reads.get('a', async () => 5);
  expect(reads.isServed('a')).toBe(true);
  reads.renew('a');
  expect([reads.isServed('a'), await early, reads.last('a')]).toEqual([false, 5, undefined]);
  await reads.get('a', async () => 5);
  await reads.get('b', async () => 9);
  now = 5;
  expect(['a', 'b'].map(reads.isServed)).toEqual([false, true]);
});
