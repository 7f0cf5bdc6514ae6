/** What every implementation of `Quota` must do, under a fake clock: who waits, who is refused and who leaves. */
import type { CountersignError } from '@countersign/core/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, MINUTE, SOON, type Span } from '../service/quota-call.ts';
import { describeWindow, type OpenQuota } from './quota-window.ts';

export function describeQuota(name: string, open: OpenQuota): void {
  describe(`the quota of ${name}`, () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    describeWindow(open);
    describeRefusals(open);
    describeLeaving(open);
    describePauses(open);
    describePriorities(open);
  });
}

/** A quota of one call a minute, whose call was just made. */
async function usedUp(open: OpenQuota) {
  const quota = await open(1);
  const spans: Span[] = [];
  const first = call(quota, spans);
  await vi.advanceTimersByTimeAsync(SOON);
  await first;
  return { quota, spans };
}

function describeRefusals(open: OpenQuota): void {
  describe('a wait that would be too long', () => {
    test('is refused at once, with the time until it could start', async () => {
      const quota = await open(2);
      const spans: Span[] = [];
      await Promise.all([call(quota, spans), vi.advanceTimersByTimeAsync(10_000)]);
      await Promise.all([call(quota, spans), vi.advanceTimersByTimeAsync(SOON)]);

      const asked = performance.now();
      // The first token is back 60.05 s after the first request's end; about 50 s from now.
      const { at, result } = await call(quota, spans, { budget: 45_000 });
      expect(at).toBe(asked);
      expect(result).toMatchObject({ code: 'RATE_LIMITED' });
      const { retryAfterMs = 0 } = result as CountersignError;
      expect(retryAfterMs).toBeGreaterThan(49_500);
      expect(retryAfterMs).toBeLessThan(50_100);

      // A caller that waits as long as the error says starts at once.
      await vi.advanceTimersByTimeAsync(retryAfterMs);
      const again = call(quota, spans, { budget: 1_000 });
      await vi.advanceTimersByTimeAsync(SOON);
      expect((await again).result).toBe('done');
    });

    test('is not refused when it fits', async () => {
      const { quota, spans } = await usedUp(open);
      const second = call(quota, spans, { budget: 61_000 });
      await vi.advanceTimersByTimeAsync(61_000);
      expect((await second).result).toBe('done');
    });

    test('is refused at once even for a caller who is overtaken while waiting', async () => {
      const { quota, spans } = await usedUp(open);
      const patient = call(quota, spans, { budget: 70_000, job: { priority: 2 } });
      await vi.advanceTimersByTimeAsync(1_000);
      const overtaken = performance.now();
      const urgent = call(quota, spans, { budget: 70_000, job: { priority: 0 } });
      await vi.advanceTimersByTimeAsync(0);
      expect(await patient).toMatchObject({ at: overtaken, result: { code: 'RATE_LIMITED' } });
      await vi.advanceTimersByTimeAsync(70_000);
      expect((await urgent).result).toBe('done');
    });

    test('is refused when too little time would be left for the job', async () => {
      const { quota, spans } = await usedUp(open);
      const job = { needsMs: 15_000 };
      expect((await call(quota, spans, { budget: 70_000, job })).result).toMatchObject({ code: 'RATE_LIMITED' });
      const fits = call(quota, spans, { budget: 76_000, job });
      await vi.advanceTimersByTimeAsync(76_000);
      expect((await fits).result).toBe('done');
    });

    test('is not begun late because an earlier request took longer than forecast', async () => {
      const quota = await open(1);
      const spans: Span[] = [];
      const slow = call(quota, spans, { latency: 30_000, budget: 200_000 });
      await vi.advanceTimersByTimeAsync(SOON);
      const waiting = call(quota, spans, { budget: 80_000, job: { needsMs: 15_000 } });
      await vi.advanceTimersByTimeAsync(200_000);
      await slow;
      const { at, result } = await waiting;
      expect(result).toMatchObject({ code: 'RATE_LIMITED' });
      // Known as soon as the slow request is over.
      expect(at - (spans[0]?.end ?? 0)).toBeLessThan(SOON);
      expect(spans).toHaveLength(1);
    });
  });

  test('a deadline that passes in the queue is blamed on the quota, not on the service', async () => {
    const quota = await open(1);
    const spans: Span[] = [];
    const slow = call(quota, spans, { latency: 300_000, budget: 400_000 });
    await vi.advanceTimersByTimeAsync(SOON);
    const waiting = call(quota, spans, { budget: 80_000 });
    await vi.advanceTimersByTimeAsync(80_000);
    expect((await waiting).result).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: MINUTE + 50 });
    await vi.advanceTimersByTimeAsync(300_000);
    await slow;
  });
}

function describeLeaving(open: OpenQuota): void {
  describe('a caller who leaves', () => {
    test('does not change the order of the others', async () => {
      const { quota, spans } = await usedUp(open);
      const controller = new AbortController();
      const one = call(quota, spans, { budget: 200_000 });
      const two = call(quota, spans, { budget: 200_000, signal: controller.signal });
      const three = call(quota, spans, { budget: 200_000 });
      controller.abort();
      await vi.advanceTimersByTimeAsync(200_000);
      expect((await two).result).toMatchObject({ code: 'CANCELLED' });
      expect([(await one).result, (await three).result]).toEqual(['done', 'done']);
    });

    test('is answered at once, and uses no quota', async () => {
      const { quota, spans } = await usedUp(open);
      const controller = new AbortController();
      const gone = Array.from({ length: 20 }, () =>
        call(quota, spans, { budget: 2_000_000, signal: controller.signal }),
      );
      await vi.advanceTimersByTimeAsync(1_000);
      const given = performance.now();
      controller.abort();
      for (const outcome of await Promise.all(gone))
        expect(outcome).toMatchObject({ at: given, result: { code: 'CANCELLED' } });

      const next = call(quota, spans, { budget: 62_000 });
      await vi.advanceTimersByTimeAsync(62_000);
      expect((await next).result).toBe('done');
      expect(spans).toHaveLength(2);
    });

    test('after the request left still uses its quota: it may still arrive', async () => {
      const quota = await open(1);
      const spans: Span[] = [];
      const controller = new AbortController();
      const cut = call(quota, spans, { latency: 30_000, signal: controller.signal });
      await vi.advanceTimersByTimeAsync(SOON);
      controller.abort();
      await cut;
      const { result } = await call(quota, spans, { budget: 45_000 });
      expect(result).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: MINUTE + 50 });
    });
  });
}

function describePauses(open: OpenQuota): void {
  describe('a pause', () => {
    test('holds everyone back for its whole time, and then continues in order', async () => {
      const quota = await open(5);
      const spans: Span[] = [];
      await quota.pause(10_000);
      await quota.pause(5_000);
      const order: string[] = [];
      const calls = (['later', 'first'] as const).map((name) =>
        call(quota, spans, { job: { priority: name === 'first' ? 0 : 1 } }).then(() => order.push(name)),
      );
      await vi.advanceTimersByTimeAsync(9_999);
      expect(spans).toEqual([]);
      await vi.advanceTimersByTimeAsync(SOON);
      await Promise.all(calls);
      expect(order).toEqual(['first', 'later']);
    });

    test('that is longer than a call may take refuses it at once', async () => {
      const quota = await open(5);
      await quota.pause(60_000);
      const { result, at } = await call(quota, []);
      expect(result).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 60_000 });
      expect(at).toBe(performance.now());
    });

    test('that begins while others wait refuses those it makes too late', async () => {
      const { quota, spans } = await usedUp(open);
      const waiting = call(quota, spans, { budget: 70_000 });
      await quota.pause(80_000);
      expect((await waiting).result).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 80_000 });
    });
  });
}

function describePriorities(open: OpenQuota): void {
  test('a call of higher priority starts first, and equal ones in order of arrival', async () => {
    const { quota, spans } = await usedUp(open);
    const order: string[] = [];
    const calls = (['balances', 'deploy', 'send', 'send again'] as const).map((name) => {
      const priority = name === 'balances' ? 2 : name === 'deploy' ? 1 : 0;
      return call(quota, spans, { budget: 5 * MINUTE, job: { priority } }).then(() => order.push(name));
    });
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    await Promise.all(calls);
    expect(order).toEqual(['send', 'send again', 'deploy', 'balances']);
  });
}
