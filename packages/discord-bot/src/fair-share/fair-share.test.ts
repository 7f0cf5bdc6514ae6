import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFairShare, type Demand, type FairShare, type Slot } from './fair-share.ts';

const PLENTY = 1_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Some turns of the event loop, in each of which one may begin. */
async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await turns();
}

/** People who ask, and the order in which they began or were refused. */
function setUp({ person = PLENTY, server = PLENTY, left = PLENTY } = {}) {
  const quota = { left };
  const share = createFairShare({
    quotaOf: () => ({
      key: 'all',
      name: 'all',
      personRequests: person,
      serverRequests: server,
      requestsLeft: () => quota.left,
    }),
    log: () => undefined,
  });
  const begun: string[] = [];
  const slots: Slot[] = [];
  const refused: unknown[] = [];
  const ask = (userId: string, about: Partial<Demand> = {}, signal?: AbortSignal) => {
    const demand = { userId, serverId: 'one', workMs: 1, mostRequests: 1, ...about };
    return share.acquire(demand, signal).then(
      (slot) => {
        begun.push(userId);
        slots.push(slot);
        if (demand.mostRequests > 0) {
          // As the client does at once: its request takes one of the quota.
          quota.left -= 1;
          slot.onRequest(1);
        }
        return slot;
      },
      (error) => void refused.push(error),
    );
  };
  return { ask, begun, slots, refused, quota, share };
}

const several = (count: number, ask: () => unknown) => Array.from({ length: count }, ask);

test('each begins in a turn of the event loop of its own', async () => {
  const { ask, begun } = setUp();
  for (const name of ['ada', 'bob', 'cleo']) void ask(name, { mostRequests: 0 });
  const seen: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn();
    seen.push(begun.length);
  }
  expect(seen).toEqual([1, 2, 3, 3]);
});

test('while the quota is used up, those who asked less go before what others have waiting', async () => {
  const { ask, begun, quota } = setUp({ left: 0 });
  several(5, () => ask('ada'));
  several(5, () => ask('abe'));
  await pass(1_000);
  void ask('bob');
  void ask('eve', { serverId: 'two' });
  expect(begun).toEqual([]);
  for (let given = 0; given < 4; given++) {
    quota.left = 1;
    await pass(200);
  }
  expect(begun).toHaveLength(4);
  // Each server gets a turn, and each person of the first, before anybody gets a second one.
  expect(begun.toSorted()).toEqual(['abe', 'ada', 'bob', 'eve']);
  expect(begun.slice(0, 2)).toContain('eve');
});

test('a server that has used much waits for one that has used little', async () => {
  const { ask, begun, slots, quota } = setUp({ left: 6 });
  for (let person = 0; person < 6; person++) void ask(`first ${person}`);
  await turns();
  for (const slot of slots) slot.release();
  await turns();
  for (const slot of slots) slot.release();
  for (let person = 0; person < 3; person++) void ask(`late ${person}`);
  for (let person = 0; person < 2; person++) void ask(`other ${person}`, { serverId: 'two' });
  quota.left = 2;
  await pass(200);
  expect(begun.slice(6)).toEqual(['other 0', 'other 1']);
});

test('runs four commands of one server at once, and does not let another server wait for them', async () => {
  const { ask, begun, slots } = setUp();
  for (let person = 0; person < 6; person++) void ask(`first ${person}`);
  await turns();
  expect(begun).toHaveLength(4);
  void ask('other', { serverId: 'two' });
  void ask('local', { mostRequests: 0 });
  await turns();
  expect(begun.slice(4).toSorted()).toEqual(['local', 'other']);
  slots[0]?.release();
  slots[0]?.release();
  await turns();
  expect(begun.slice(6)).toHaveLength(1);
});

test('a person beyond their share is told when to come back, and comes back then', async () => {
  const { ask, begun, slots, refused } = setUp({ person: 8 });
  for (let asked = 0; asked < 4; asked++) {
    await ask('ada');
    slots.at(-1)?.release();
  }
  await ask('ada');
  expect(refused).toEqual([expect.objectContaining({ code: 'RATE_LIMITED', retryAfterMs: 15_000 })]);
  await ask('bob');
  await pass(14_999);
  await ask('ada');
  expect(refused).toHaveLength(2);
  await pass(1);
  await ask('ada');
  expect(begun).toEqual(['ada', 'ada', 'ada', 'ada', 'bob', 'ada']);
});

test('a command counts as often as it asked, and what else the person has waiting is refused then', async () => {
  const { ask, slots, refused } = setUp({ person: 16 });
  several(3, () => ask('ada', { mostRequests: 11 }));
  await turns();
  // Only one of them is under way, since all at their most are more than the share.
  expect(slots).toHaveLength(1);
  for (let request = 0; request < 10; request++) slots[0]?.onRequest(1);
  slots[0]?.release();
  await turns();
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ retryAfterMs: 4 * 7_500 });
});

test('a server beyond its share makes its people wait, and no other server', async () => {
  const { ask, begun, slots, refused } = setUp({ server: 6 });
  for (const name of ['ada', 'bob', 'cleo', 'dan']) void ask(name);
  await turns();
  for (const slot of slots) slot.release();
  void ask('eve', { serverId: 'two' });
  await turns();
  expect(begun).toEqual(['ada', 'bob', 'cleo', 'eve']);
  await pass(20_200);
  expect(begun.at(-1)).toBe('dan');
  expect(refused).toEqual([]);
});

test('one person has at most five commands without an answer', async () => {
  const { ask, begun, slots, refused } = setUp();
  several(8, () => ask('ada', { mostRequests: 0 }));
  await turns();
  expect(begun).toHaveLength(5);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringContaining('5 commands') });
  slots[0]?.release();
  // Released twice, it still gives back one place.
  slots[0]?.release();
  several(2, () => ask('ada', { mostRequests: 0 }));
  await turns();
  expect(begun).toHaveLength(6);
});

test('who waits for half a minute is told to come back', async () => {
  const { ask, refused } = setUp({ left: 0 });
  void ask('ada');
  await pass(29_000);
  expect(refused).toEqual([]);
  await pass(1_000);
  expect(refused).toEqual([expect.objectContaining({ code: 'RATE_LIMITED', retryAfterMs: 30_000 })]);
});

test('asked to end, those who wait are let go', async () => {
  const { ask, refused, begun, quota } = setUp({ left: 0 });
  const controller = new AbortController();
  void ask('ada', {}, controller.signal);
  controller.abort();
  void ask('bob', {}, controller.signal);
  quota.left = PLENTY;
  await pass(200);
  expect(refused).toMatchObject([{ code: 'CANCELLED' }, { code: 'CANCELLED' }]);
  expect(begun).toEqual([]);
});

test('work that asks no one does not wait for the quota', async () => {
  const { ask, begun } = setUp({ left: 0 });
  void ask('ada');
  void ask('bob', { mostRequests: 0 });
  await turns();
  expect(begun).toEqual(['bob']);
});

test('long work is begun a second’s worth at a time; the share of a person is less than two', async () => {
  const { ask, begun, slots, refused } = setUp();
  for (let person = 0; person < 30; person++) void ask(`person ${person}`, { mostRequests: 0, workMs: 100 });
  await turns(60);
  expect(begun).toHaveLength(10);
  void ask('elsewhere', { mostRequests: 0, workMs: 100, serverId: 'two' });
  slots[0]?.release();
  await turns();
  expect(begun.at(-1)).toBe('elsewhere');
  expect(refused).toEqual([]);
  const alone = setUp();
  for (let asked = 0; asked < 12; asked++) {
    await alone.ask('ada', { mostRequests: 0, workMs: 100 });
    alone.slots.at(-1)?.release();
  }
  expect(alone.begun).toHaveLength(10);
  expect(alone.refused[0]).toMatchObject({ retryAfterMs: 6_000 });
});

test('a crowd of thousands is served or told to come back', async () => {
  const { share, quota } = setUp({ left: 0 });
  const acquire = (fair: FairShare, index: number) =>
    fair.acquire({ userId: `person ${index}`, serverId: `server ${index % 7}`, workMs: 1, mostRequests: 1 });
  const results = Promise.allSettled(Array.from({ length: 6_000 }, (_, index) => acquire(share, index)));
  await pass(100);
  quota.left = 0;
  await pass(30_000);
  const codes = (await results).map((result) => (result.status === 'rejected' ? result.reason.code : 'begun'));
  expect(new Set(codes)).toEqual(new Set(['RATE_LIMITED']));
  expect(await share.acquire({ userId: 'ada', serverId: 'one', workMs: 1, mostRequests: 0 })).toBeDefined();
});
