/** Of the store's specification: what is done once for all processes, and again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { DAY, offer, put, type StoreScene, send } from './store-scene.ts';

const LONG = { leaseMs: 60_000, longestMs: 300_000 };
const SHORT = { leaseMs: 200, longestMs: 300_000 };
export const by = (holder: string, lease = LONG) => ({ holder, ...lease });
const NOTHING = { dueInMs: expect.any(Number) };

export function describeTimers({ store, at }: StoreScene): void {
  describe('timers', () => {
    test('a job is done by one process, and is due again when it says so', async () => {
      expect(await store.takeJob('sweep', by('ada'))).toEqual({ failures: 0 });
      expect(await store.takeJob('sweep', by('bob'))).toEqual(NOTHING);
      expect(await store.takeJob('other', by('bob'))).toEqual({ failures: 0 });
      expect(await store.setTimer('job', 'sweep', 'ada', { inMs: 60_000, failures: 3 })).toBe(true);
      const { dueInMs } = (await store.takeJob('sweep', by('bob'))) as { dueInMs: number };
      expect(dueInMs).toBeGreaterThan(30_000);
      expect(dueInMs).toBeLessThanOrEqual(60_000);
      expect(await store.setTimer('job', 'sweep', 'ada', { inMs: 0, failures: 3 })).toBe(true);
      expect(await store.takeJob('sweep', by('bob'))).toEqual({ failures: 3 });
      expect(await store.setTimer('job', 'sweep', 'ada', { inMs: 0, failures: 0 })).toBe(false);
    });

    test('replaces a dead process once its lease is over, and ignores its later reports', async () => {
      await store.takeJob('sweep', by('ada', SHORT));
      await sleep(300);
      expect(await store.takeJob('sweep', by('bob'))).toEqual({ failures: 0 });
      expect(await store.setTimer('job', 'sweep', 'ada', { inMs: 0, failures: 0 })).toBe(false);
      await store.endTimer('job', 'sweep', 'ada');
      expect(await store.takeJob('sweep', by('eve'))).toEqual(NOTHING);
    });

    test('a time that a clock wrote which has been set back since is not waited for', async () => {
      await store.takeJob('sweep', by('ada'));
      await store.setTimer('job', 'sweep', 'ada', { inMs: DAY, failures: 0 });
      expect(await store.takeJob('sweep', by('bob', { leaseMs: 60_000, longestMs: 2 * DAY }))).toEqual(NOTHING);
      expect(await store.takeJob('sweep', by('bob'))).toEqual({ failures: 0 });
    });

    test('outcomes are due once their time is over, or a while after they were sent', async () => {
      for (const each of ['open', 'sent', 'settled', 'renewed']) {
        await put(store, each, each, offer(each, each === 'renewed' ? 500 : 1_000));
      }
      await put(store, 'renewed', 'renewed', offer('renewed-2', 900));
      at(100);
      await send(store, 'sent', 'unknown');
      await send(store, 'settled', 'settled');
      await store.addForeign(offer('foreign', 5_000));
      await send(store, 'foreign', 'accepted');
      const due = async (before: { expired: number; sent: number }, holder: string, most = 9) =>
        (await store.takeOutcomes(before, by(holder), most)).map(({ reference }) => reference);
      expect(await due({ expired: 0, sent: 100 }, 'ada')).toEqual([]);
      expect(await due({ expired: 0, sent: 101 }, 'ada')).toEqual(['sent', 'foreign']);
      expect(await due({ expired: 1_001, sent: 101 }, 'bob', 1)).toEqual(['renewed']);
      expect(await due({ expired: 1_001, sent: 101 }, 'eve')).toEqual(['open']);
      expect(await due({ expired: 1_001, sent: 101 }, 'ada')).toEqual([]);
      await store.endTimer('outcome', 'renewed', 'bob');
      expect(await due({ expired: 1_001, sent: 101 }, 'ada')).toEqual(['renewed']);
    });

    test('an outcome that could not be decided is put off, and remembers how often', async () => {
      await put(store, 'a', 'a', offer('a', 1_000));
      const take = (lease = LONG) => store.takeOutcomes({ expired: 2_000, sent: 0 }, by('ada', lease), 9);
      expect(await take()).toEqual([{ reference: 'a', failures: 0 }]);
      await store.setTimer('outcome', 'a', 'ada', { inMs: 60_000, failures: 1 });
      expect(await take()).toEqual([]);
      await store.setTimer('outcome', 'a', 'ada', { inMs: 0, failures: 2 });
      expect(await take(SHORT)).toEqual([{ reference: 'a', failures: 2 }]);
      await sleep(300);
      expect(await take()).toEqual([{ reference: 'a', failures: 2 }]);
    });

    test('of many that take at the same time each gets others', async () => {
      const ids = Array.from({ length: 12 }, (_, at) => `h${at}`);
      for (const id of ids) await put(store, id, id, offer(id, 1_000));
      const taken = await Promise.all(
        Array.from({ length: 6 }, (_, at) => store.takeOutcomes({ expired: 2_000, sent: 0 }, by(`p${at}`), 3)),
      );
      expect(
        taken
          .flat()
          .map(({ reference }) => reference)
          .toSorted(),
      ).toEqual(ids.toSorted());
    });

    test('timers that no one takes any more are forgotten', async () => {
      await store.takeJob('gone', by('ada', SHORT));
      await store.setTimer('job', 'gone', 'ada', { inMs: 0, failures: 4 });
      await store.forgetTimers(60_000);
      expect(await store.takeJob('gone', by('ada', SHORT))).toEqual({ failures: 4 });
      await sleep(300);
      await store.forgetTimers(50);
      expect(await store.takeJob('gone', by('ada'))).toEqual({ failures: 0 });
    });
  });
}
