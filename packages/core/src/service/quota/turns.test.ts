/** Turns are there before they are needed, and stay so whatever the wall clock does. */
import { afterEach, expect, test, vi } from 'vitest';
import { createTurns, type Turns } from './turns.ts';

/** Time for Bottleneck's own timers. */
const SOON = 50;

afterEach(() => {
  vi.useRealTimers();
});

function takeAll(turns: Turns): number {
  let count = 0;
  while (turns.take()) count++;
  return count;
}

test('all that there are can be taken at once, and each again once it is given back', async () => {
  vi.useFakeTimers();
  let told = 0;
  const turns = createTurns(50, () => told++);
  expect(turns.take()).toBe(false);
  await vi.advanceTimersByTimeAsync(SOON);
  expect(told).toBe(1);
  expect(takeAll(turns)).toBe(50);
  for (let given = 0; given < 7; given++) turns.giveBack();
  await vi.advanceTimersByTimeAsync(SOON);
  expect(takeAll(turns)).toBe(7);
});

test.each([3_600_000, 5])('a wall clock that is set back by %i ms delays nothing and makes none', async (back) => {
  vi.useFakeTimers();
  const turns = createTurns(10, () => {});
  await vi.advanceTimersByTimeAsync(SOON);
  expect(takeAll(turns)).toBe(10);
  turns.giveBack();
  // While one is being fetched, too.
  vi.setSystemTime(Date.now() - back);
  for (let given = 0; given < 4; given++) turns.giveBack();
  await vi.advanceTimersByTimeAsync(SOON);
  expect(takeAll(turns)).toBe(5);
  await vi.advanceTimersByTimeAsync(2 * back);
  expect(takeAll(turns)).toBe(0);
  for (let given = 0; given < 10; given++) turns.giveBack();
  await vi.advanceTimersByTimeAsync(SOON);
  expect(takeAll(turns)).toBe(10);
});
