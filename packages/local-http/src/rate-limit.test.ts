import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimit } from './listen.ts';

test('allows the limit in any minute, and reports the exact wait', () => {
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

const limits = fc.integer({ min: 1, max: 8 });
const pauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 80 });

test('never more than the limit in any 60 s, and never a refusal that the limit does not ask for', () => {
  fc.assert(
    fc.property(limits, pauses, (limit, steps) => {
      let now = 0;
      const requests = createRateLimit(limit, () => now);
      const admitted: number[] = [];
      for (const step of steps) {
        now += step;
        const recent = admitted.filter((time) => time > now - 60_000).length;
        expect(requests.take('key') === 0).toBe(recent < limit);
        if (recent < limit) admitted.push(now);
      }
      for (const start of admitted) {
        expect(admitted.filter((time) => time >= start && time < start + 60_000).length).toBeLessThanOrEqual(limit);
      }
    }),
  );
});

test('a client that was refused and goes on asking is served as soon as the window has slid', () => {
  let now = 0;
  const requests = createRateLimit(1, () => now);
  expect(requests.take('key')).toBe(0);
  for (now = 1_000; now < 60_000; now += 1_000) expect(requests.take('key')).toBe(60_000 - now);
  expect(requests.take('key')).toBe(0);
});

test('looking counts nothing, and old keys are dropped when strangers fill it', () => {
  let now = 0;
  const requests = createRateLimit(1, () => now);
  expect([requests.wait('key'), requests.wait('key'), requests.take('key'), requests.wait('key')]).toEqual([
    0, 0, 0, 60_000,
  ]);
  for (let count = 0; count < 10_000; count++) {
    now += 1;
    requests.take(`stranger ${count}`);
  }
  // The oldest made room, and no other one.
  const waits = ['key', 'stranger 0', 'stranger 9999'].map((key) => requests.wait(key));
  expect(waits).toEqual([0, 50_001, 60_000]);
});

test('makes room when a counted request is not made after all', () => {
  let now = 0;
  const requests = createRateLimit(2, () => now);
  expect([requests.take('key'), requests.take('key'), requests.take('key')]).toEqual([0, 0, 60_000]);
  requests.giveBack('key');
  requests.giveBack('stranger');
  now = 10;
  expect([requests.take('key'), requests.take('key')]).toEqual([0, 59_990]);
});
