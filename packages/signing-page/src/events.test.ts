import { expect, test } from 'vitest';
import { createStreamPool } from './events.ts';

test('each client has a limit, and a closed stream makes room', () => {
  const pool = createStreamPool(10, 2);
  const first = pool.open('a');
  expect(pool.open('a')).toBeDefined();
  expect(pool.open('a')).toBeUndefined();
  first?.close();
  first?.close();
  expect(pool.open('a')).toBeDefined();
  expect(pool.open('a')).toBeUndefined();
  expect(pool.open('b')).toBeDefined();
});

test('when all streams are taken, the client with most loses its oldest to one with fewer', () => {
  const pool = createStreamPool(4, 4);
  const greedy = Array.from({ length: 4 }, () => pool.open('greedy'));
  expect(pool.open('greedy')).toBeUndefined();
  expect(pool.open('a')).toBeDefined();
  expect(greedy.map((stream) => stream?.ended.aborted)).toEqual([true, false, false, false]);
  expect(pool.open('b')).toBeDefined();
  // Now they have two, one and one: taking one away would only swap places.
  expect(pool.open('a')).toBeUndefined();
  expect(pool.open('c')).toBeDefined();
  expect(greedy.map((stream) => stream?.ended.aborted)).toEqual([true, true, true, false]);
  expect(pool.open('d')).toBeUndefined();
});

test('all end together', () => {
  const pool = createStreamPool();
  const streams = [pool.open('a'), pool.open('b')];
  pool.end();
  expect(streams.every((stream) => stream?.ended.aborted)).toBe(true);
});
