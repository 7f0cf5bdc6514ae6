/** What is followed, and what waits to be said of it: once, in any number of processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { REMINDERS_MS } from '@countersign/discord-bot/internal/watch/due';
import type { Waiting, Watched } from '@countersign/discord-bot/internal/watch/watch-tables';
import type { State } from '@countersign/discord-bot/state';
import { describe, expect, test } from 'vitest';
import { count, type NewPlace, SERVER, two } from './place.ts';

const LEASE_MS = 60_000;
const at = (channelId: string, escrow = 'C') => ({ guildId: SERVER, channelId, escrow });
const happening = (key: string) => ({ key, what: `{"kind":"${key}"}` });

async function followed({ watch }: State, channelId = '1', escrow = 'C'): Promise<Watched> {
  const watched = await watch.follow(at(channelId, escrow), 100);
  if (typeof watched === 'string') throw new Error(watched);
  return watched;
}

async function waitingIn({ watch }: State): Promise<Waiting> {
  const [first] = await watch.waiting();
  if (first === undefined) throw new Error('nothing waits');
  return first;
}

export function describeWatch(name: string, place: NewPlace): void {
  describe(`what is followed: ${name}`, () => {
    test('a channel follows an escrow once, a server at most its limit, and an escrow has one follower', async () => {
      const both = await two(place, () => 1_000);
      const [one, other] = both;
      const same = await Promise.all(both.map(({ watch }) => watch.follow(at('1'), 3)));
      expect(count(same.map((each) => each === 'already'))).toBe(1);
      const more = await Promise.all(
        ['2', '3', '4', '5'].map((channel, index) => (index % 2 ? one : other).watch.follow(at(channel), 3)),
      );
      expect(count(more.map((each) => each === 'full'))).toBe(2);
      const all = await other.watch.all();
      expect(new Set(all.map(({ follower }) => follower)).size).toBe(1);
      expect(all).toHaveLength(3);
      const [{ number } = { number: 0 }] = all;
      expect(await one.watch.one(number)).toEqual(all[0]);
      for (const none of [Number.NaN, 1e30, 999]) expect(await one.watch.one(none)).toBeUndefined();
      expect([await one.watch.unfollow(at('1')), await other.watch.unfollow(at('1'))]).toEqual([true, false]);
    });

    test('one process leads, and if it dies another one does after its lease', async () => {
      const both = await two(place);
      const [one, other] = both;
      await followed(one);
      const leads = await Promise.all(both.map(({ watch }, index) => watch.lead(`${index}`, LEASE_MS)));
      expect(count(leads)).toBe(1);
      const [first, second] = leads[0] ? ['0', '1'] : ['1', '0'];
      expect(await other.watch.changed(second, 'C', [happening('x')])).toBe(false);
      expect(await other.watch.waiting()).toEqual([]);
      expect(await one.watch.lead(first, 20)).toBe(true);
      await sleep(50);
      expect(await other.watch.lead(second, LEASE_MS)).toBe(true);
      expect(await one.watch.lead(first, LEASE_MS)).toBe(false);
      await other.watch.resign(first);
      expect(await one.watch.lead(first, LEASE_MS)).toBe(false);
      await other.watch.resign(second);
      expect(await one.watch.lead(first, LEASE_MS)).toBe(true);
    });

    test('an event is queued once for each channel, and posted by one process', async () => {
      let time = 1_000;
      const both = await two(place, () => time);
      const [one, other] = both;
      await followed(one);
      await followed(other, '2');
      await one.watch.lead('a', LEASE_MS);
      const put = () => one.watch.changed('a', 'C', [happening('x'), happening('y')]);
      expect(await Promise.all([put(), put()])).toEqual([true, true]);
      const waiting = await other.watch.waiting();
      // The oldest of each channel.
      expect(waiting.map(({ key, isLast, watched }) => [watched.channelId, key, isLast]).toSorted()).toEqual([
        ['1', 'x', false],
        ['2', 'x', false],
      ]);
      const first = await waitingIn(one);
      expect(first).toMatchObject({ ...happening('x'), late: 0, claimed: null, retry: 0 });
      expect(first.watched).toEqual(await one.watch.one(first.watched.number));
      const claimed = await Promise.all([...both, ...both].map(({ watch }) => watch.claim(first, 5_000)));
      expect(count(claimed)).toBe(1);
      const others = (await one.watch.waiting()).map(({ number }) => number);
      expect(others).not.toContain(first.number);
      time = 5_000;
      const again = (await other.watch.waiting()).find(({ number }) => number === first.number) as Waiting;
      expect(again).toMatchObject({ claimed: 1_000, retry: 5_000 });
      await other.watch.replace(again, '{"kind":"interrupted"}');
      await one.watch.replace(again, 'too late');
      const replaced = (await one.watch.waiting()).find(({ number }) => number === first.number) as Waiting;
      expect(replaced).toMatchObject({ what: '{"kind":"interrupted"}', late: 1, claimed: null });
      await one.watch.pause(replaced, 6_000);
      expect((await other.watch.waiting()).map(({ number }) => number)).not.toContain(first.number);
      await one.watch.done(first.number);
      const next = (await other.watch.waiting()).find(({ watched }) => watched.number === first.watched.number);
      expect(next).toMatchObject({ key: 'y', isLast: true });
      await one.watch.claim(next as Waiting, 7_000);
      await other.watch.putBack(next as Waiting, 8_000);
      await one.watch.putBack(next as Waiting, 9_000);
      expect((await one.watch.waiting()).some(({ number }) => number === next?.number)).toBe(false);
      time = 8_000;
      const back = (await one.watch.waiting()).find(({ number }) => number === next?.number);
      expect(back).toMatchObject({ key: 'y', late: 1, claimed: null });
      await one.watch.drop(first.watched.number);
      expect((await other.watch.waiting()).every(({ watched }) => watched.number !== first.watched.number)).toBe(true);
    });

    test('a reminder is queued by one process, and snoozed by one press', async () => {
      let time = 1_000;
      const [one, other] = await two(place, () => time);
      const watched = await followed(one);
      expect(await other.watch.due()).toEqual([]);
      time += REMINDERS_MS[0];
      const [due] = await other.watch.due();
      expect(due).toEqual(watched);
      const next = time + 1_000;
      await Promise.all([one, other].map(({ watch }) => watch.remind(watched, happening('reminder'), next)));
      expect(await one.watch.waiting()).toHaveLength(1);
      const reminded = (await one.watch.one(watched.number)) as Watched;
      expect(reminded).toMatchObject({ reminded: 1, due: next });
      const presses = [one, other].map(({ watch }) => watch.snooze(reminded, time + 9_000));
      expect(count(await Promise.all(presses))).toBe(1);
      const put = { ...reminded, due: time + 9_000 };
      expect(await one.watch.snooze(put, null)).toBe(true);
      expect(await one.watch.snooze({ ...put, due: null }, 5)).toBe(true);
      await one.watch.lead('a', LEASE_MS);
      time += 1;
      await one.watch.changed('a', 'C', []);
      expect(await other.watch.one(watched.number)).toMatchObject({ changed: time, reminded: 0 });
      expect(await other.watch.snooze({ ...put, due: 5 }, 7)).toBe(false);
    });
  });
}
