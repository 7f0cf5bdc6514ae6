import { describeQuota } from '@countersign/testkit/specifications/quota';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withinBudget } from '../http/call.ts';
import { createBottleneckQuota } from './bottleneck-quota.ts';

describeQuota('one process', createBottleneckQuota);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('reports once how long a call waits, unless it starts within a second', async () => {
  const quota = createBottleneckQuota(1);
  const waits: number[][] = [[], [], []];
  const calls = waits.map((reported) =>
    withinBudget({ deadline: Date.now() + 130_000, onWait: (ms) => reported.push(ms) }, Date.now, async (call) => {
      const release = await quota.take({ priority: 1, needsMs: 0 }, call);
      release();
    }),
  );
  await vi.advanceTimersByTimeAsync(125_000);
  await Promise.all(calls);
  const [first, second = [], third = []] = waits;
  expect(first).toEqual([]);
  expect([second.length, third.length]).toEqual([1, 1]);
  expect(second[0]).toBeCloseTo(60_050, -2);
  expect(third[0]).toBeCloseTo(120_100, -2);
});
