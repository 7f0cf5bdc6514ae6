import { afterEach, expect, test, vi } from 'vitest';
import { beginCall } from './call-budget.ts';

afterEach(() => void vi.useRealTimers());

test('the service gets what is left of 45 s, however often the wall clock is set meanwhile', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const clock = { now: 1_000_000 };
  const { signal } = new AbortController();
  const call = beginCall({ now: () => clock.now }, { signal });
  expect(call()).toEqual({ signal, deadline: 1_045_000 });
  vi.advanceTimersByTime(5_000);
  clock.now = 500_000;
  expect(call().deadline).toBe(540_000);
});
