/** The limiter under a fake clock, with a model of what a service would count. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CountersignError } from '../errors.ts';
import { type Call, withinBudget } from './call.ts';
import { createLimiter, type Job, type Limiter } from './limiter.ts';

const MINUTE = 60_000;
/** A few turns of the event loop: Bottleneck takes one-millisecond timers for each of its steps. */
const SOON = 200;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Span = { readonly start: number; end: number };
type Outcome = { readonly at: number; readonly result: 'done' | CountersignError };

/** One call through the limiter whose request takes `latency`; what it did and how it ended. */
function call(
  limiter: Limiter,
  spans: Span[],
  options: { latency?: number; budget?: number; signal?: AbortSignal; job?: Partial<Job> } = {},
): Promise<Outcome> {
  const { latency = 0, budget = 45_000, signal } = options;
  const work = (budgeted: Call) =>
    limiter.run(
      async () => {
        const span = { start: performance.now(), end: Number.POSITIVE_INFINITY };
        spans.push(span);
        // Like fetch: ends early when it is aborted, and never throws here.
        await new Promise<void>((over) => {
          setTimeout(over, latency);
          budgeted.signal.addEventListener('abort', () => over());
        });
        span.end = performance.now();
      },
      { priority: 1, needsMs: 0, ...options.job },
      budgeted,
    );
  return withinBudget(
    { deadline: Date.now() + budget, ...(signal === undefined ? {} : { signal }) },
    Date.now,
    work,
  ).then(
    () => ({ at: performance.now(), result: 'done' as const }),
    (result: CountersignError) => ({ at: performance.now(), result }),
  );
}

/**
 * The most requests that a service can have counted in one 60 s window: it may see a request at any moment from
 * its start to its end, so for each choice of a window the requests that could all fall into it are counted.
 */
function mostInAnyWindow(spans: readonly Span[]): number {
  // The worst window begins at the latest moment (the end) of some request.
  const begins = spans.map(({ end }) => end);
  return Math.max(
    0,
    ...begins.map((begin) => spans.filter(({ start, end }) => end >= begin && start <= begin + MINUTE).length),
  );
}

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

describe('a wait that would be too long', () => {
  test('is refused at once, with the time until there is a turn', async () => {
    const limiter = createLimiter(2);
    const spans: Span[] = [];
    await Promise.all([call(limiter, spans), vi.advanceTimersByTimeAsync(10_000)]);
    await Promise.all([call(limiter, spans), vi.advanceTimersByTimeAsync(SOON)]);

    const asked = performance.now();
    // The first token is back 60.05 s after the first request's end; about 50 s from now.
    const { at, result } = await call(limiter, spans, { budget: 45_000 });
    expect(at).toBe(asked);
    expect(result).toMatchObject({ code: 'RATE_LIMITED' });
    const { retryAfterMs = 0 } = result as CountersignError;
    expect(retryAfterMs).toBeGreaterThan(49_500);
    expect(retryAfterMs).toBeLessThan(50_100);

    // Whoever does as told gets a turn at once.
    await vi.advanceTimersByTimeAsync(retryAfterMs);
    const again = call(limiter, spans, { budget: 1_000 });
    await vi.advanceTimersByTimeAsync(SOON);
    expect((await again).result).toBe('done');
  });

  test('is not refused when it fits', async () => {
    const limiter = createLimiter(1);
    const spans: Span[] = [];
    const first = call(limiter, spans);
    await vi.advanceTimersByTimeAsync(SOON);
    await first;
    const second = call(limiter, spans, { budget: 61_000 });
    await vi.advanceTimersByTimeAsync(61_000);
    expect((await second).result).toBe('done');
  });

  test('is refused at once also for one who is overtaken while waiting', async () => {
    const limiter = createLimiter(1);
    const spans: Span[] = [];
    const first = call(limiter, spans);
    await vi.advanceTimersByTimeAsync(SOON);
    await first;
    const patient = call(limiter, spans, { budget: 70_000, job: { priority: 2 } });
    await vi.advanceTimersByTimeAsync(1_000);
    const overtaken = performance.now();
    const urgent = call(limiter, spans, { budget: 70_000, job: { priority: 0 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(await patient).toMatchObject({ at: overtaken, result: { code: 'RATE_LIMITED' } });
    await vi.advanceTimersByTimeAsync(70_000);
    expect((await urgent).result).toBe('done');
  });

  test('is refused when what is left would not do for the job', async () => {
    const limiter = createLimiter(1);
    const spans: Span[] = [];
    const first = call(limiter, spans);
    await vi.advanceTimersByTimeAsync(SOON);
    await first;
    const job = { needsMs: 15_000 };
    expect((await call(limiter, spans, { budget: 70_000, job })).result).toMatchObject({ code: 'RATE_LIMITED' });
    const fits = call(limiter, spans, { budget: 76_000, job });
    await vi.advanceTimersByTimeAsync(76_000);
    expect((await fits).result).toBe('done');
  });

  test('is not begun late because an earlier request took longer than forecast', async () => {
    const limiter = createLimiter(1);
    const spans: Span[] = [];
    const slow = call(limiter, spans, { latency: 30_000, budget: 200_000 });
    await vi.advanceTimersByTimeAsync(SOON);
    const waiting = call(limiter, spans, { budget: 80_000, job: { needsMs: 15_000 } });
    await vi.advanceTimersByTimeAsync(200_000);
    await slow;
    const { at, result } = await waiting;
    expect(result).toMatchObject({ code: 'RATE_LIMITED' });
    // Known as soon as the slow request is over.
    expect(at - (spans[0]?.end ?? 0)).toBeLessThan(SOON);
    expect(spans).toHaveLength(1);
  });
});

test('a deadline that passes in the queue is the quota’s doing, not the service’s', async () => {
  const limiter = createLimiter(1);
  const spans: Span[] = [];
  const slow = call(limiter, spans, { latency: 300_000, budget: 400_000 });
  await vi.advanceTimersByTimeAsync(SOON);
  const waiting = call(limiter, spans, { budget: 80_000 });
  await vi.advanceTimersByTimeAsync(80_000);
  expect((await waiting).result).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: MINUTE + 50 });
  await vi.advanceTimersByTimeAsync(300_000);
  await slow;
});

describe('a caller who gives up', () => {
  test('leaves the others where they were', async () => {
    const limiter = createLimiter(1);
    const spans: Span[] = [];
    const first = call(limiter, spans);
    await vi.advanceTimersByTimeAsync(SOON);
    await first;
    const controller = new AbortController();
    const one = call(limiter, spans, { budget: 200_000 });
    const two = call(limiter, spans, { budget: 200_000, signal: controller.signal });
    const three = call(limiter, spans, { budget: 200_000 });
    controller.abort();
    await vi.advanceTimersByTimeAsync(200_000);
    expect((await two).result).toMatchObject({ code: 'CANCELLED' });
    expect([(await one).result, (await three).result]).toEqual(['done', 'done']);
  });

  test('is answered at once, and costs no token', async () => {
    const limiter = createLimiter(1);
    const spans: Span[] = [];
    const first = call(limiter, spans);
    await vi.advanceTimersByTimeAsync(SOON);
    await first;
    const controller = new AbortController();
    const gone = Array.from({ length: 20 }, () =>
      call(limiter, spans, { budget: 2_000_000, signal: controller.signal }),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    const given = performance.now();
    controller.abort();
    for (const outcome of await Promise.all(gone))
      expect(outcome).toMatchObject({ at: given, result: { code: 'CANCELLED' } });

    const next = call(limiter, spans, { budget: 62_000 });
    await vi.advanceTimersByTimeAsync(62_000);
    expect((await next).result).toBe('done');
    expect(spans).toHaveLength(2);
  });

  test('after the request left costs its token in full: it may still arrive', async () => {
    const limiter = createLimiter(1);
    const spans: Span[] = [];
    const controller = new AbortController();
    const cut = call(limiter, spans, { latency: 30_000, signal: controller.signal });
    await vi.advanceTimersByTimeAsync(SOON);
    controller.abort();
    await cut;
    const { result } = await call(limiter, spans, { budget: 45_000 });
    expect(result).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: MINUTE + 50 });
  });
});

describe('a pause', () => {
  test('holds everyone back for as long as was said, and then goes on in order', async () => {
    const limiter = createLimiter(5);
    const spans: Span[] = [];
    limiter.pause(10_000);
    limiter.pause(5_000);
    const order: string[] = [];
    const calls = (['later', 'first'] as const).map((name) =>
      call(limiter, spans, { job: { priority: name === 'first' ? 0 : 1 } }).then(() => order.push(name)),
    );
    await vi.advanceTimersByTimeAsync(9_999);
    expect(spans).toEqual([]);
    await vi.advanceTimersByTimeAsync(SOON);
    await Promise.all(calls);
    expect(order).toEqual(['first', 'later']);
  });

  test('that is longer than a call may take refuses it at once', async () => {
    const limiter = createLimiter(5);
    limiter.pause(60_000);
    const { result, at } = await call(limiter, []);
    expect(result).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 60_000 });
    expect(at).toBe(performance.now());
  });

  test('that begins while others wait refuses those whom it makes too late', async () => {
    const limiter = createLimiter(1);
    const spans: Span[] = [];
    const first = call(limiter, spans);
    await vi.advanceTimersByTimeAsync(SOON);
    await first;
    const waiting = call(limiter, spans, { budget: 70_000 });
    limiter.pause(80_000);
    expect((await waiting).result).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 80_000 });
  });
});
