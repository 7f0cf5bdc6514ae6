import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slidingWindow } from './rate-limit.ts';

const limits = fc.integer({ min: 1, max: 8 });
const pauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 80 });

test('never more than the limit in any 60 s, and never a refusal that the limit does not ask for', () => {
  fc.assert(
    fc.property(limits, pauses, (limit, steps) => {
      const admits = slidingWindow(limit);
      const admitted: number[] = [];
      let now = 0;
      for (const step of steps) {
        now += step;
        const recent = admitted.filter((time) => time > now - 60_000).length;
        expect(admits(now)).toBe(recent < limit);
        if (recent < limit) admitted.push(now);
      }
      for (const start of admitted) {
        expect(admitted.filter((time) => time >= start && time < start + 60_000).length).toBeLessThanOrEqual(limit);
      }
    }),
  );
});

test('a client that was refused and goes on asking is served as soon as the window has slid', () => {
  const admits = slidingWindow(1);
  expect(admits(0)).toBe(true);
  for (let now = 1_000; now < 60_000; now += 1_000) expect(admits(now)).toBe(false);
  expect(admits(60_000)).toBe(true);
});
