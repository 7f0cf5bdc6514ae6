import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

test('so many in any minute, and the wait is exact', () => {
  let now = 1_000_000;
  const limit = createRateLimit(2, () => now);
  expect(limit.take('a')).toBe(0);
  now += 20_000;
  expect(limit.take('a')).toBe(0);
  now += 10_000;
  expect(limit.take('a')).toBe(30_000);
  expect(limit.take('b')).toBe(0);
  now += 29_999;
  expect(limit.take('a')).toBe(1);
  now += 1;
  // Refused ones did not count.
  expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(20_000);
});
