/** The quota of one process under random load, against servers that count in three ways, under a fake clock. */
import { counted, share } from '@countersign/testkit/proof/share';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { CountersignError } from '../../errors/errors.ts';
import { withinBudget } from '../http/call.ts';
import { createBottleneckQuota } from './bottleneck-quota.ts';
import { inPlace, type Job, type Quota } from './quota.ts';

/** How a service may count its clients' requests: by three kinds of window. */
type QuotaServer = {
  readonly kind: string;
  /** Whether one that arrives at `at` (milliseconds, never going back) is within the quota; it counts if so. */
  admits(at: number): boolean;
};

const MINUTE = 60_000;

/** @param phase when the first window of a fixed one begins, 0 to 60,000 */
function quotaServers(quota: number, phase: number): readonly QuotaServer[] {
  return [fixedWindow(quota, phase), slidingWindow(quota), tokenBucket(quota)];
}

function fixedWindow(quota: number, phase: number): QuotaServer {
  let window = Number.NaN;
  let count = 0;
  return {
    kind: 'fixed window',
    admits: (at) => {
      const current = Math.floor((at - phase) / MINUTE);
      if (current !== window) [window, count] = [current, 0];
      return ++count <= quota;
    },
  };
}

function slidingWindow(quota: number): QuotaServer {
  let arrivals: number[] = [];
  return {
    kind: 'sliding window',
    admits: (at) => {
      // One that arrived exactly a minute before still counts: the strictest reading of "in any 60 s".
      arrivals = arrivals.filter((before) => before >= at - MINUTE);
      arrivals.push(at);
      return arrivals.length <= quota;
    },
  };
}

function tokenBucket(quota: number): QuotaServer {
  let tokens = quota;
  let last = 0;
  return {
    kind: 'token bucket',
    admits: (at) => {
      tokens = Math.min(quota, tokens + ((at - last) * quota) / MINUTE);
      last = at;
      tokens--;
      // A float's dust is no request.
      return tokens >= -1e-6;
    },
  };
}

/** Timers fire within a millisecond, and Bottleneck hands a place on in a few: what a forecast may be wrong by. */
const TOLERANCE_MS = 50;
const AT_ONCE_MS = 1_000;
const HISTORIES = 250;
const LOADS = 30;

afterEach(() => {
  vi.useRealTimers();
});

type Wish = Job & {
  readonly wait: number;
  /** Milliseconds from the start to the arrival at the server, and from there to the reply. */
  readonly there: number;
  readonly back: number;
  readonly budget: number;
  readonly abortAfter: number | undefined;
  readonly pause: number | undefined;
};

type Record = {
  readonly wish: Wish;
  readonly asked: number;
  started?: number;
  readonly end: Promise<{ readonly at: number; readonly error?: CountersignError }>;
};

function play(quota: Quota, wish: Wish, arrivals: number[]): Record {
  const controller = new AbortController();
  if (wish.abortAfter !== undefined) setTimeout(() => controller.abort(), wish.abortAfter);
  const options = { signal: controller.signal, deadline: Date.now() + wish.budget };
  const outcome = withinBudget(options, Date.now, (call) =>
    inPlace(
      quota,
      async () => {
        record.started = performance.now();
        let arrived = false;
        const arrive = () => {
          if (!arrived) arrivals.push(performance.now());
          arrived = true;
        };
        setTimeout(arrive, wish.there);
        await new Promise<void>((over) => {
          setTimeout(over, wish.there + wish.back);
          call.signal.addEventListener('abort', () => {
            // Like fetch: over at once; but what has left arrives.
            arrive();
            over();
          });
        });
      },
      wish,
      call,
    ),
  );
  const record: Record = {
    wish,
    asked: performance.now(),
    end: outcome.then(
      () => ({ at: performance.now() }),
      (error: CountersignError) => ({ at: performance.now(), error }),
    ),
  };
  return record;
}

const latency = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 15_000 }));
const wish: fc.Arbitrary<Wish> = fc.record({
  wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 30_000 })),
  there: latency,
  back: latency,
  budget: fc.oneof(fc.constant(45_000), fc.integer({ min: 1, max: 150_000 })),
  abortAfter: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
  pause: fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined, freq: 12 }),
  priority: fc.integer({ min: 0, max: 2 }),
  needsMs: fc.constantFrom(0, 1_000, 15_000),
});

test('no server ever counts too many, no one is refused late or in vain, and everything ends', async ({ task }) => {
  const counts = { calls: 0, requests: 0, cancelled: 0, refused: 0, late: 0, overQuota: 0 };
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 8 }),
    fc.nat({ max: MINUTE }),
    fc.array(wish, { minLength: 1, maxLength: 50, size: 'max' }),
    async (most, phase, wishes) => {
      vi.useFakeTimers();
      const quota = createBottleneckQuota(most);
      await vi.advanceTimersByTimeAsync(100);
      const arrivals: number[] = [];
      const records: Record[] = [];
      const pauses: { readonly from: number; readonly until: number; readonly before: readonly Record[] }[] = [];
      /** Moments at which a forecast may jump: calls of a higher priority, and pauses. */
      const jumps: { readonly at: number; readonly priority: number }[] = [];
      for (const each of wishes) {
        await vi.advanceTimersByTimeAsync(each.wait);
        if (each.pause !== undefined) {
          await quota.pause(each.pause);
          const before = records.filter(({ started }) => started !== undefined);
          pauses.push({ from: performance.now(), until: performance.now() + each.pause, before });
          jumps.push({ at: performance.now(), priority: Number.NEGATIVE_INFINITY });
        }
        jumps.push({ at: performance.now(), priority: each.priority });
        records.push(play(quota, each, arrivals));
      }
      await vi.advanceTimersByTimeAsync(400_000);

      counts.calls += records.length;
      counts.requests += arrivals.length;
      for (const server of quotaServers(most, phase)) {
        const over = arrivals.filter((at) => !server.admits(at)).length;
        counts.overQuota += over;
        expect(over, server.kind).toBe(0);
      }
      for (const record of records) {
        const { wish: asked, started = Number.NaN } = record;
        const isIn = ({ from, until, before }: (typeof pauses)[number]) =>
          started >= from && started < until && !before.includes(record);
        expect(pauses.some(isIn)).toBe(false);
        const passedOver = ({ wish: other, asked: since, started: later }: Record) =>
          other.priority < asked.priority && since < started && later !== undefined && later > started;
        expect(records.some(passedOver)).toBe(false);
      }
      for (const { wish: asked, asked: from, started, end } of records) {
        const { at, error } = await end;
        expect(at).toBeLessThanOrEqual(from + Math.min(asked.budget, asked.abortAfter ?? asked.budget));
        if (error?.code === 'CANCELLED') counts.cancelled++;
        if (error?.code !== 'RATE_LIMITED') continue;
        counts.refused++;
        expect(started).toBeUndefined();
        const latestStart = from + Math.max(asked.budget - asked.needsMs, Math.min(asked.budget, AT_ONCE_MS));
        const start = at + (error.retryAfterMs ?? Number.NaN);
        // Not in vain: it would have started too late indeed.
        expect(start).toBeGreaterThanOrEqual(latestStart);
        // Not late: unless its forecast has jumped just now, it had been good until now.
        const jumped = at === from || jumps.some((jump) => jump.at === at && jump.priority < asked.priority);
        const late = !jumped && start > latestStart + TOLERANCE_MS;
        if (late) counts.late++;
        expect(late).toBe(false);
      }
      // Nothing is under way, and no place was lost.
      expect(quota.state()).toMatchObject({ tokensLeft: most, pausedForMs: 0 });
      vi.useRealTimers();
    },
  );
  await fc.assert(property, { numRuns: share(HISTORIES), seed: 20_261_121 });
  expect(counts.refused).toBeGreaterThan(share(100));
  task.meta.figures = {
    proof: 'Quota under random load (fixed and sliding window, token bucket)',
    rows: {
      histories: HISTORIES,
      'calls in them': counted(counts.calls),
      'requests that arrived': counted(counts.requests),
      'calls cancelled': counted(counts.cancelled),
      'calls refused for the quota': counted(counts.refused),
      'of them later than the forecast allowed': counts.late,
      'requests over the quota of any server': counts.overQuota,
    },
  };
});

test('under load the whole quota is used: N in 60 s and the mean latency', async ({ task }) => {
  let lowest = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 12 }),
    fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 8 }),
    fc.float({ min: 0, max: 1, noNaN: true }),
    async (most, latencies, aborting) => {
      vi.useFakeTimers();
      const quota = createBottleneckQuota(most);
      const spent: number[] = [];
      const until = performance.now() + 20 * MINUTE;
      let asked = 0;
      const caller = async (index: number) => {
        while (performance.now() < until) {
          const took = latencies[asked++ % latencies.length] as number;
          // Some of those who wait leave; their places must go to others.
          const leaves = index > most && (index * 7_919) % 100 < aborting * 100;
          const controller = new AbortController();
          if (leaves) setTimeout(() => controller.abort(), 5_000);
          const options = { deadline: Date.now() + 30 * MINUTE, signal: controller.signal };
          await withinBudget(options, Date.now, (call) =>
            inPlace(
              quota,
              async () => {
                if (performance.now() < until) spent.push(took);
                await new Promise((over) => setTimeout(over, took));
              },
              { priority: index % 3, needsMs: 0 },
              call,
            ),
          ).catch(() => {});
        }
      };
      const callers = Promise.all(Array.from({ length: 3 * most }, (_, index) => caller(index)));
      await vi.advanceTimersByTimeAsync(26 * MINUTE);
      await callers;
      const mean = spent.reduce((sum, each) => sum + each, 0) / spent.length;
      const used = spent.length / ((most * 20 * MINUTE) / (MINUTE + mean));
      lowest = Math.min(lowest, used);
      expect(used).toBeGreaterThanOrEqual(0.99);
      vi.useRealTimers();
    },
  );
  await fc.assert(property, { numRuns: share(LOADS), seed: 20_261_121 });
  task.meta.figures = {
    proof: 'Quota used under load',
    rows: {
      loads: LOADS,
      'lowest share of N per (60 s + mean latency)': counted(`${Math.floor(Math.min(lowest, 1) * 100)} %`),
    },
  };
});
