/** At most N requests in ANY 60 s, as the service may count them, and all N at once after quiet. */
import type { Quota } from '@countersign/core/internal/service/quota/quota';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { call, MINUTE, mostInAnyWindow, type Outcome, SOON, type Span } from '../service/quota-call.ts';

/** A new quota of so many requests in any 60 s, of which none is used. */
export type OpenQuota = (requestsPerMinute: number) => Quota | Promise<Quota>;

export function describeWindow(open: OpenQuota): void {
  describe('what is allowed', () => {
    test('is available at once after a pause, and no more than that', async () => {
      const quota = await open(50);
      for (const round of [1, 2, 3]) {
        const spans: Span[] = [];
        const outcomes = Promise.all(Array.from({ length: 51 }, () => call(quota, spans)));
        await vi.advanceTimersByTimeAsync(SOON);
        expect(spans, `round ${round}`).toHaveLength(50);
        expect((await outcomes).filter(({ result }) => result !== 'done')).toHaveLength(1);
        await vi.advanceTimersByTimeAsync(MINUTE + SOON);
      }
    });

    test('is used in full: N in a minute and the mean latency', async () => {
      const quota = await open(10);
      const spans: Span[] = [];
      const latency = 2_000;
      const caller = async () => {
        while (performance.now() < stop) await call(quota, spans, { latency, budget: 10 * MINUTE });
      };
      const stop = performance.now() + 10 * MINUTE;
      const callers = Promise.all(Array.from({ length: 20 }, caller));
      await vi.advanceTimersByTimeAsync(21 * MINUTE);
      await callers;
      const expected = 10 * Math.ceil((10 * MINUTE) / (MINUTE + latency));
      expect(spans.filter(({ start }) => start < stop).length).toBeGreaterThanOrEqual(expected - 10);
      expect(mostInAnyWindow(spans)).toBeLessThanOrEqual(10);
    });

    test('applies in any window to any sequence of calls', async () => {
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
        async (most, arrivals) => {
          vi.useFakeTimers();
          const quota = await open(most);
          const spans: Span[] = [];
          const ended: { outcome: Promise<Outcome>; by: number }[] = [];
          for (const { wait, latency, budget, abortAfter, pause, priority } of arrivals) {
            await vi.advanceTimersByTimeAsync(wait);
            if (pause !== undefined) await quota.pause(pause);
            const controller = new AbortController();
            if (abortAfter !== undefined) setTimeout(() => controller.abort(), abortAfter);
            const outcome = call(quota, spans, { latency, budget, signal: controller.signal, job: { priority } });
            ended.push({ outcome, by: performance.now() + Math.min(budget, abortAfter ?? budget) });
          }
          await vi.advanceTimersByTimeAsync(400_000);
          for (const { outcome, by } of ended) {
            const { at, result } = await outcome;
            // No one waits beyond their own deadline or their own cancellation.
            expect(at).toBeLessThanOrEqual(by);
            if (result !== 'done') expect(['RATE_LIMITED', 'CANCELLED']).toContain(result.code);
          }
          expect(mostInAnyWindow(spans)).toBeLessThanOrEqual(most);

          // After quiet the whole quota is back: no token was lost on the way, and none was made.
          const after: Span[] = [];
          const burst = Array.from({ length: most + 1 }, () => call(quota, after));
          await vi.advanceTimersByTimeAsync(SOON);
          expect(after).toHaveLength(most);
          await vi.advanceTimersByTimeAsync(SOON);
          await Promise.all(burst);
          vi.useRealTimers();
        },
      );
      await fc.assert(property, { numRuns: 150 });
    });

    test.each([3_600_000, 5])(
      'is not held up nor increased by a wall clock that is set back by %i ms',
      async (back) => {
        const quota = await open(10);
        const burst = async () => {
          const spans: Span[] = [];
          const calls = Promise.all(Array.from({ length: 11 }, () => call(quota, spans)));
          await vi.advanceTimersByTimeAsync(SOON);
          expect((await calls).filter(({ result }) => result === 'done')).toHaveLength(10);
          expect(spans).toHaveLength(10);
        };
        await burst();
        vi.setSystemTime(Date.now() - back);
        await vi.advanceTimersByTimeAsync(MINUTE + SOON);
        await burst();
        // While places come back, too.
        await vi.advanceTimersByTimeAsync(MINUTE - SOON / 2);
        vi.setSystemTime(Date.now() - back);
        await vi.advanceTimersByTimeAsync(2 * SOON);
        await burst();
      },
    );
  });
}
