/** Which cards are checked, and when. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRounds, type Next } from './rounds.ts';

const NEVER: Next = { at: Number.POSITIVE_INFINITY, afterMs: Number.POSITIVE_INFINITY, isSent: false };

function start() {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const watchers = new Map<string, Set<() => void>>();
  const desk = {
    onChange: (requestId: string, see: () => void) => {
      const own = watchers.get(requestId) ?? new Set();
      watchers.set(requestId, own.add(see));
      return () => void own.delete(see);
    },
  };
  const rounds = createRounds({ desk, now: Date.now });
  rounds.start();
  onTestFinished(() => rounds.stop());
  const looked: string[] = [];
  /** Follows a card that is checked as `next` says. */
  const follow = (
    key: string,
    next: () => Next | undefined | Promise<Next | undefined>,
    requestId = key,
    when: 'now' | 'later' = 'now',
  ) =>
    rounds.add(
      key,
      {
        handle: requestId,
        look: async () => {
          looked.push(key);
          return await next();
        },
      },
      when,
    );
  return {
    rounds,
    follow,
    change: (...requestIds: string[]) => {
      for (const requestId of requestIds) for (const see of watchers.get(requestId) ?? []) see();
    },
    /** The cards checked within that time. */
    after: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return looked.splice(0);
    },
  };
}

test('a card is checked once at first, then whenever its handle changes, with every card of that handle', async () => {
  const { follow, change, after } = start();
  for (const key of ['a', 'b']) follow(key, () => NEVER, 'same');
  follow('c', () => NEVER);
  expect(await after(10_000)).toEqual(['a', 'b', 'c']);
  change('same', 'unknown');
  expect(await after(500)).toEqual(['a', 'b']);
  expect(await after(60_000)).toEqual([]);
});

test('a card that changes during its check is checked again', async () => {
  const { follow, change, after } = start();
  const { promise, resolve } = Promise.withResolvers<Next>();
  const looks = [promise, NEVER, NEVER];
  follow('a', () => looks.shift());
  expect(await after(1_000)).toEqual(['a']);
  change('a', 'a');
  expect(await after(1_000)).toEqual([]);
  resolve(NEVER);
  expect(await after(1_000)).toEqual(['a']);
  expect(await after(10_000)).toEqual([]);
});

test('as its time comes, whatever else waits; and nothing more once it is over or was taken away', async () => {
  const { rounds, follow, change, after } = start();
  follow('expires', () => (Date.now() < 5_000 ? { ...NEVER, at: 5_000 } : undefined));
  follow('gone', () => NEVER);
  await after(100);
  rounds.remove('gone');
  change('gone');
  expect(await after(4_800)).toEqual([]);
  expect(await after(1_000)).toEqual(['expires']);
  change('expires');
  expect(await after(10_000)).toEqual([]);
  expect(rounds.has('expires')).toBe(false);
});

test('among many cards that another process left, a changed one does not wait for the others', async () => {
  const { follow, change, after } = start();
  await after(100);
  const slow = () => new Promise<Next>((resolve) => setTimeout(() => resolve(NEVER), 400));
  const keys = Array.from({ length: 30 }, (_, index) => `card-${index}`);
  for (const key of keys) follow(key, slow, key, 'later');
  change('card-29');
  const order = await after(60_000);
  expect(order.indexOf('card-29')).toBeLessThan(20);
  expect(order.toSorted()).toEqual(keys.toSorted());
});

test('the others in turns: four unsent ones in a round, oldest first, and what was sent does not wait for them', async () => {
  const { follow, after } = start();
  const keys = Array.from({ length: 12 }, (_, index) => `card-${index}`);
  for (const key of keys) follow(key, () => ({ ...NEVER, afterMs: 3_000 }));
  follow('sent', () => ({ ...NEVER, afterMs: 3_000, isSent: true }));
  expect(await after(2_900)).toEqual([...keys, 'sent']);
  const turn = await after(500);
  expect(turn).toHaveLength(5);
  expect(turn).toContain('sent');
  const rest = await after(1_000);
  expect([...turn, ...rest].filter((key) => key !== 'sent')).toEqual(keys);
});
