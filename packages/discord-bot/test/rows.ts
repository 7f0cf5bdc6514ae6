/** What every place keeps that the bot's rows can stand in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type DraftFields, emptyFields, MOST_DRAFTS } from '../src/state/drafts.ts';
import type { State } from '../src/state/state.ts';
import { FIRST_CHECK_MS, type Waiting, type Watched } from '../src/state/watch-rows.ts';
import {
  count,
  describeCards,
  describeClaims,
  describeTeamCards,
  ELSEWHERE,
  type NewPlace,
  OTHER,
  PERSON,
  SERVER,
  two,
} from './rows-of-cards.ts';

export function describeBotRows(name: string, place: NewPlace): void {
  describeWallets(name, place);
  describeDrafts(name, place);
  describeServers(name, place);
  describeCards(name, place);
  describeTeamCards(name, place);
  describeClaims(name, place);
  describeWatch(name, place);
}

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

function describeWatch(name: string, place: NewPlace): void {
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

    test('queues an event once for each channel, and posts it from one process', async () => {
      let time = 1_000;
      const both = await two(place, () => time);
      const [one, other] = both;
      await followed(one);
      await followed(other, '2');
      await one.watch.lead('a', LEASE_MS);
      const put = () => one.watch.changed('a', 'C', [happening('x'), happening('y')]);
      expect(await Promise.all([put(), put()])).toEqual([true, true]);
      const waiting = await other.watch.waiting();
      // The newest of each channel, which takes the others along.
      expect(waiting.map(({ key, watched }) => [watched.channelId, key]).toSorted()).toEqual([
        ['1', 'y'],
        ['2', 'y'],
      ]);
      const first = await waitingIn(one);
      expect(await one.watch.earlier(first)).toEqual([happening('x').what]);
      expect(first).toMatchObject({ ...happening('y'), late: 0, claimed: null, retry: 0 });
      expect(first.watched).toEqual(await one.watch.one(first.watched.number));
      const claimed = await Promise.all([...both, ...both].map(({ watch }) => watch.claim(first, 5_000)));
      expect(count(claimed)).toBe(1);
      const others = (await one.watch.waiting()).map(({ number }) => number);
      expect(others).not.toContain(first.number);
      time = 5_000;
      const again = (await other.watch.waiting()).find(({ number }) => number === first.number) as Waiting;
      expect(again).toMatchObject({ claimed: 1_000, retry: 5_000 });
      await other.watch.again(again, { what: '{"kind":"interrupted"}' });
      await one.watch.again(again, { what: 'too late' });
      const replaced = (await one.watch.waiting()).find(({ number }) => number === first.number) as Waiting;
      expect(replaced).toMatchObject({ what: '{"kind":"interrupted"}', late: 1, claimed: null });
      await one.watch.pause(replaced, 6_000);
      expect((await other.watch.waiting()).map(({ number }) => number)).not.toContain(first.number);
      await one.watch.done(first);
      await one.watch.changed('a', 'C', [happening('z')]);
      const next = (await other.watch.waiting()).find(({ watched }) => watched.number === first.watched.number);
      expect(next).toMatchObject({ key: 'z' });
      expect(await one.watch.earlier(next as Waiting)).toEqual([]);
      await one.watch.claim(next as Waiting, 7_000);
      await other.watch.again(next as Waiting, { retry: 8_000 });
      await one.watch.again(next as Waiting, { retry: 9_000 });
      expect((await one.watch.waiting()).some(({ number }) => number === next?.number)).toBe(false);
      time = 8_000;
      const back = (await one.watch.waiting()).find(({ number }) => number === next?.number);
      expect(back).toMatchObject({ key: 'z', late: 1, claimed: null });
      await one.watch.drop(first.watched.number);
      expect((await other.watch.waiting()).every(({ watched }) => watched.number !== first.watched.number)).toBe(true);
    });

    test('a reminder is queued by one process, and waits until nothing has happened since', async () => {
      let time = 1_000;
      const [one, other] = await two(place, () => time);
      const watched = await followed(one);
      expect(await other.watch.due()).toEqual([]);
      time += FIRST_CHECK_MS;
      const [due] = await other.watch.due();
      expect(due).toEqual(watched);
      const next = time + 1_000;
      await Promise.all([one, other].map(({ watch }) => watch.remind(watched, happening('reminder'), next)));
      expect(await one.watch.waiting()).toHaveLength(1);
      const reminded = (await one.watch.one(watched.number)) as Watched;
      expect(reminded).toMatchObject({ reminded: 1, due: next });
      await one.watch.postpone(reminded, time + 9_000);
      expect(await one.watch.one(watched.number)).toMatchObject({ due: time + 9_000 });
      await one.watch.lead('a', LEASE_MS);
      time += 1;
      await one.watch.changed('a', 'C', []);
      expect(await other.watch.one(watched.number)).toMatchObject({ changed: time, reminded: 0 });
      await other.watch.postpone(reminded, 7);
      expect(await other.watch.one(watched.number)).toMatchObject({ due: time + FIRST_CHECK_MS });
    });
  });
}

const DAY_MS = 24 * 3_600_000;
const fields = (title: string): DraftFields => ({
  ...emptyFields(PERSON.userId),
  title,
});

function describeWallets(name: string, place: NewPlace): void {
  describe(`wallets: ${name}`, () => {
    test('a wallet belongs to a person in one server, and only a second one is a change', async () => {
      let time = 1_000;
      const [one, other] = await two(place, () => time);
      expect(await one.wallet(PERSON)).toBeUndefined();
      await one.setWallet(PERSON, 'GA');
      time += 1;
      await other.setWallet(OTHER, 'GA');
      expect(await other.wallet(PERSON)).toEqual({ address: 'GA', setAt: 1_000 });
      expect(await one.wallet(ELSEWHERE)).toBeUndefined();
      expect(await one.membersWith(SERVER, 'GA')).toEqual([PERSON.userId, OTHER.userId]);
      expect(await one.changesTo(SERVER, 'GA', 0)).toEqual([]);
      time += 1;
      await other.setWallet(PERSON, 'GB');
      await other.setWallet(PERSON, 'GB');
      expect(await one.changesTo(SERVER, 'GB', 0)).toEqual([{ userId: PERSON.userId, address: 'GB', at: 1_002 }]);
      expect(await one.changesTo(SERVER, 'GB', 1_002)).toEqual([]);
      expect(await one.membersWith(SERVER, 'GA')).toEqual([OTHER.userId]);
    });

    test('a removed wallet is no one’s, and the next one counts as a change', async () => {
      let time = 1_000;
      const [one, other] = await two(place, () => time);
      await one.removeWallet(PERSON);
      expect(await other.wallet(PERSON)).toBeUndefined();
      await one.setWallet(PERSON, 'GA');
      await one.setWallet(PERSON, 'GB');
      time += 1;
      await other.removeWallet(PERSON);
      expect(await one.wallet(PERSON)).toBeUndefined();
      expect(await one.membersWith(SERVER, 'GB')).toEqual([]);
      expect(await one.changesTo(SERVER, 'GB', 0)).toEqual([]);
      await one.setWallet(PERSON, 'GC');
      expect(await other.changesTo(SERVER, 'GC', 0)).toEqual([{ userId: PERSON.userId, address: 'GC', at: 1_001 }]);
    });

    test('of two saved at the same time, the one that stays is reported as a change', async () => {
      const [one, other] = await two(place);
      await one.setWallet(PERSON, 'GA');
      await Promise.all([one.setWallet(PERSON, 'GB'), other.setWallet(PERSON, 'GC')]);
      const { address = '' } = (await one.wallet(PERSON)) ?? {};
      expect(await one.changesTo(SERVER, address, 0)).toHaveLength(1);
    });
  });
}

function describeDrafts(name: string, place: NewPlace): void {
  describe(`drafts: ${name}`, () => {
    test('drafts belong to a person in one server, latest first, and expire after 14 days', async () => {
      let time = 1_000;
      const [one, other] = await two(place, () => time);
      const first = await one.drafts.add(PERSON, fields('first'));
      time += 1;
      const second = await other.drafts.add(PERSON, fields('second'));
      expect((await one.drafts.draftsOf(PERSON)).map(({ id }) => id)).toEqual([second.id, first.id]);
      expect(await other.drafts.find(PERSON, first.id)).toEqual(first);
      for (const who of [OTHER, ELSEWHERE]) {
        expect(await one.drafts.draftsOf(who)).toEqual([]);
        expect(await one.drafts.find(who, first.id)).toBeUndefined();
        expect(await one.drafts.change(who, first.id, fields('stolen'))).toBeUndefined();
        await one.drafts.drop(who, first.id);
      }
      time += 1;
      expect((await other.drafts.change(PERSON, first.id, { title: 'changed' }))?.fields.title).toBe('changed');
      expect((await one.drafts.draftsOf(PERSON)).map(({ fields: { title } }) => title)).toEqual(['changed', 'second']);
      await one.drafts.drop(PERSON, first.id);
      expect(await other.drafts.find(PERSON, first.id)).toBeUndefined();
      time += 15 * DAY_MS;
      expect(await other.drafts.draftsOf(PERSON)).toEqual([]);
      await other.drafts.forgetOld();
      time = 0;
      expect(await one.drafts.draftsOf(PERSON)).toEqual([]);
    });

    test('the limit of drafts holds even if many are added at once', async () => {
      const both = await two(place);
      const added = both.flatMap(({ drafts }) =>
        Array.from({ length: MOST_DRAFTS }, (_, index) => drafts.add(PERSON, fields(`${index}`))),
      );
      const outcomes = await Promise.allSettled(added);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_DRAFTS);
      expect(await both[0].drafts.draftsOf(PERSON)).toHaveLength(MOST_DRAFTS);
    });

    test('keeps both of two sections that are filled in at once', async () => {
      const [one, other] = await two(place);
      const { id } = await one.drafts.add(PERSON, fields(''));
      await Promise.all([
        one.drafts.change(PERSON, id, { title: 'Logo' }),
        other.drafts.change(PERSON, id, { milestoneLines: '10 Sketch' }),
      ]);
      expect((await one.drafts.find(PERSON, id))?.fields).toMatchObject({ title: 'Logo', milestoneLines: '10 Sketch' });
    });
  });
}

function describeServers(name: string, place: NewPlace): void {
  describe(`settings of servers: ${name}`, () => {
    test('omitted settings stay and null removes, also in nested ones', async () => {
      const [one, other] = await two(place);
      expect(await one.servers.settingsOf(SERVER)).toEqual({});
      await one.servers.change(SERVER, { roles: { prepare: ['1'], fund: ['2'] }, language: 'es', retentionDays: 30 });
      await other.servers.change(SERVER, { roles: { prepare: null }, language: null, channels: ['3'] });
      expect(await one.servers.settingsOf(SERVER)).toEqual({
        roles: { fund: ['2'] },
        retentionDays: 30,
        channels: ['3'],
      });
      expect(await other.servers.settingsOf(ELSEWHERE.guildId)).toEqual({});
      await other.servers.change(ELSEWHERE.guildId, { logChannel: '5' });
      expect(await one.servers.withRetention()).toEqual([SERVER]);
      expect(await one.servers.change(SERVER, { retentionDays: null }, ({ channels }) => channels === undefined)).toBe(
        false,
      );
      expect(await one.servers.withRetention()).toEqual([SERVER]);
      expect(await one.servers.change(SERVER, { retentionDays: null }, ({ channels }) => channels?.[0] === '3')).toBe(
        true,
      );
      expect(await one.servers.withRetention()).toEqual([]);
    });

    test('keeps both changes of two members to different settings at once', async () => {
      const [one, other] = await two(place);
      await Promise.all([
        one.servers.change(SERVER, { channels: ['1'] }),
        other.servers.change(SERVER, { language: 'es' }),
        one.servers.change(SERVER, { limits: { maxAmount: '5', dayOf: 'tenant', setBy: '7' } }),
      ]);
      expect(await other.servers.settingsOf(SERVER)).toEqual({
        channels: ['1'],
        language: 'es',
        limits: { maxAmount: '5', dayOf: 'tenant', setBy: '7' },
      });
    });
  });
}
