/** Never more than the quota in any window, and all of it: the limiter under a fake clock. */

import {
  call,
  MINUTE,
  mostInAnyWindow,
  type Outcome,
  SOON,
  type Span,
} from '@countersign/testkit/service/limited-call';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLimiter } from './limiter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the quota', () => {
  test('is there at once after quiet, and not one more', async () => {
    const limiter = createLimiter(50);
    for (const round of [1, 2, 3]) {
      const spans: Span[] = [];
      const outcomes = Promise.all(Array.from({ length: 51 }, () => call(limiter, spans)));
      await vi.advanceTimersByTimeAsync(SOON);
      expect(spans, `round ${round}`).toHaveLength(50);
      expect((await outcomes).filter(({ result }) => result !== 'done')).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(MINUTE + SOON);
    }
  });

  test('is used in full: N in a minute and the mean latency', async () => {
    const limiter = createLimiter(10);
    const spans: Span[] = [];
    const latency = 2_000;
    const caller = async () => {
      while (performance.now() < stop) await call(limiter, spans, { latency, budget: 10 * MINUTE });
    };
    const stop = performance.now() + 10 * MINUTE;
    const callers = Promise.all(Array.from({ length: 20 }, caller));
    await vi.advanceTimersByTimeAsync(21 * MINUTE);
    await callers;
    const expected = 10 * Math.ceil((10 * MINUTE) / (MINUTE + latency));
    expect(spans.filter(({ start }) => start < stop).length).toBeGreaterThanOrEqual(expected - 10);
    expect(mostInAnyWindow(spans)).toBeLessThanOrEqual(10);
  });

  test('holds in any window, whatever comes', async () => {
    const arrival = fc.record({
      wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 40_000 })),
      latency: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 100_000 })),
      budget: fc.oneof(fc.constant(45_000), fc.integer({ min: 1, max: 200_000 })),
      abortAfter: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
      pause: fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined, freq: 12 }),
      priority: fc.integer({ min: 0, max: 2 }),
    });
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(arrival, { minLength: 1, maxLength: 60, size: 'max' }),
      async (quota, arrivals) => {
        vi.useFakeTimers();
        const limiter = createLimiter(quota);
        const spans: Span[] = [];
        const ended: { outcome: Promise<Outcome>; by: number }[] = [];
        for (const { wait, latency, budget, abortAfter, pause, priority } of arrivals) {
          await vi.advanceTimersByTimeAsync(wait);
          if (pause !== undefined) limiter.pause(pause);
          const controller = new AbortController();
          if (abortAfter !== undefined) setTimeout(() => controller.abort(), abortAfter);
          const outcome = call(limiter, spans, { latency, budget, signal: controller.signal, job: { priority } });
          ended.push({ outcome, by: performance.now() + Math.min(budget, abortAfter ?? budget) });
        }
        await vi.advanceTimersByTimeAsync(400_000);
        for (const { outcome, by } of ended) {
          const { at, result } = await outcome;
          // Nobody waits beyond their own deadline or their own cancellation.
          expect(at).toBeLessThanOrEqual(by);
          if (result !== 'done') expect(['RATE_LIMITED', 'CANCELLED']).toContain(result.code);
        }
        expect(mostInAnyWindow(spans)).toBeLessThanOrEqual(quota);

        // After quiet the whole quota is back: no token was lost on the way, and none was made.
        const after: Span[] = [];
        const burst = Array.from({ length: quota + 1 }, () => call(limiter, after));
        await vi.advanceTimersByTimeAsync(SOON);
        expect(after).toHaveLength(quota);
        await vi.advanceTimersByTimeAsync(SOON);
        await Promise.all(burst);
        vi.useRealTimers();
      },
    );
    await fc.assert(property, { numRuns: 150 });
  }, 120_000);
});
