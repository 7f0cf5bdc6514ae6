import { expect, test } from 'vitest';
import { createStreamPool } from './stream-pool.ts';

test('each client has so many, and what is closed makes room', () => {
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

test('where all are taken, who has most gives its oldest to one that has fewer', () => {
  const pool = createStreamPool(4, 4);
  const greedy = Array.from({ length: 4 }, () => pool.open('greedy'));
  expect(pool.open('greedy')).toBeUndefined();
  expect(pool.open('a')).toBeDefined();
  expect(greedy.map((stream) => stream?.ended.aborted)).toEqual([true, false, false, false]);
  expect(pool.open('b')).toBeDefined();
  // Now they have two, one and one: to take one away would only turn things round.
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
