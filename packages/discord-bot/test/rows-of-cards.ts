/** Cards that are kept up to date, who holds each, and which interactions were taken. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { State } from '../src/state/state.ts';

const LEASE_MS = 60_000;
const card = (messageId: string, until = 10_000) => ({
  ...PERSON,
  handle: 'handle',
  applicationId: '1',
  token: `token-${messageId}`,
  messageId,
  until,
  language: 'es' as const,
});

const messagesOf = async ({ cards }: State, holder: string) =>
  (await cards(holder)).map(({ messageId }) => messageId).toSorted();

export function describeCards(name: string, place: NewPlace): void {
  describe(`cards: ${name}`, () => {
    test('a card is what was stored last for its message, until its token expires', async () => {
      let time = 1_000;
      const [one, other] = await two(place, () => time);
      await one.keepCard(card('m'), 'a', 'prepared x');
      const fresh = { ...card('m', 20_000), token: 'fresh', handle: 'second' };
      await one.keepCard(fresh, 'a', 'prepared y');
      expect(await other.cards('a')).toEqual([{ ...fresh, shown: 'prepared y' }]);
      await other.dropCard(card('m'));
      expect(await other.cards('a')).toHaveLength(1);
      time = 20_000;
      expect(await other.cards('a')).toEqual([]);
      time = 20_001;
      await other.forgetCards();
      time = 0;
      expect(await one.cards('a')).toEqual([]);
      expect(await one.held.holds('a', 'm')).toBe(false);
    });

    test('the cards of a dead process are taken over, each by one other process', async () => {
      const both = await two(place, () => 1_000);
      const [one, other] = both;
      const names = Array.from({ length: 30 }, (_, index) => `m${index}`);
      await one.held.renew('dead', 30);
      await one.held.renew('lives', LEASE_MS);
      for (const each of names) await one.keepCard(card(each), 'dead', 'shown');
      await one.keepCard(card('theirs'), 'lives', 'shown');
      await sleep(60);
      for (const [index, { held }] of both.entries()) await held.renew(`${index}`, LEASE_MS);
      const adopted = await Promise.all(both.map(({ held }, index) => held.adopt(`${index}`)));
      expect(adopted.reduce((sum, each) => sum + each)).toBe(names.length);
      expect([...(await messagesOf(one, '0')), ...(await messagesOf(other, '1'))].toSorted()).toEqual(names.toSorted());
      expect(await messagesOf(other, 'lives')).toEqual(['theirs']);
      expect(await other.held.adopt('1')).toBe(0);
      expect(count(await Promise.all(['0', '1', 'dead'].map((holder) => one.held.holds(holder, 'm0'))))).toBe(1);
    });

    test('a process that released its cards is succeeded at once, and its later writes are ignored', async () => {
      const [one, other] = await two(place, () => 1_000);
      await one.held.renew('a', LEASE_MS);
      await one.keepCard(card('m'), 'a', 'first');
      expect(await other.held.adopt('b')).toBe(0);
      await one.held.renew('a', 0);
      await other.held.renew('b', LEASE_MS);
      expect(await other.held.adopt('b')).toBe(1);
      await one.held.setShown('a', 'm', 'too late');
      await other.held.setShown('b', 'm', 'second');
      expect((await other.cards('b')).map(({ shown }) => shown)).toEqual(['second']);
    });
  });
}

const teamCard = (requestId: string) => ({
  handle: requestId,
  guild: SERVER,
  channel: '10',
  thread: null,
  message: null,
  asker: PERSON.userId,
  asked: OTHER.userId,
  signer: 'G',
  contract: 'C',
  title: 'Logo',
  role: '',
  shown: 'waiting',
});

export function describeTeamCards(name: string, place: NewPlace): void {
  describe(`cards of teams: ${name}`, () => {
    test('one of several presses posts it, and one process holds it until its final state', async () => {
      const [one, other] = await two(place);
      const reserved = [one, other, one, other].map(({ team }) => team.reserve(teamCard('h')));
      expect(count(await Promise.all(reserved))).toBe(1);
      expect(await other.team.get('h')).toEqual(teamCard('h'));
      expect(await one.held.adopt('a')).toBe(0);
      await one.team.posted('h', '11', 'm');
      await Promise.all([one.held.renew('a', LEASE_MS), one.held.renew('b', LEASE_MS)]);
      const adopted = await Promise.all([one.held.adopt('a'), other.held.adopt('b')]);
      expect(adopted.toSorted()).toEqual([0, 1]);
      const [holder, stranger] = adopted[0] === 1 ? ['a', 'b'] : ['b', 'a'];
      const posted = { ...teamCard('h'), thread: '11', message: 'm' };
      expect(await other.team.open(holder)).toEqual([posted]);
      expect(await other.team.open(stranger)).toEqual([]);
      expect(await one.team.ofEscrow(SERVER, 'C')).toEqual([posted]);
      await one.team.setShown('h', 'sent', false);
      expect((await other.team.get('h'))?.shown).toBe('sent');
      await one.team.setShown('h', 'settled', true);
      expect(await other.team.open(holder)).toEqual([]);
      expect(await other.held.holds(holder, 'm')).toBe(false);
    });

    test('an unfinished card of a dead process makes room, and a dropped card can be requested again', async () => {
      let time = 1_000;
      const [one, other] = await two(place, () => time);
      expect(await one.team.reserve(teamCard('h'))).toBe(true);
      time += 60_000;
      expect(await other.team.reserve(teamCard('h'))).toBe(false);
      time += 120_000;
      expect(await other.team.reserve(teamCard('h'))).toBe(true);
      await one.team.posted('h', null, 'm');
      await one.team.drop('h');
      expect(await other.team.get('h')).toBeUndefined();
      expect(await one.held.adopt('a')).toBe(0);
      expect(await other.team.reserve(teamCard('h'))).toBe(true);
    });
  });
}

export function describeClaims(name: string, place: NewPlace): void {
  describe(`interactions that were taken: ${name}`, () => {
    test('every process knows each interaction, once, until it is old', async () => {
      const [one, other] = await two(place);
      const added = await Promise.all([one.claims.add(['1', '2', '1']), other.claims.add(['2', '3'])]);
      expect(added.flat().sort()).toEqual(['1', '2', '3']);
      expect(await other.claims.add(['1', '4'])).toEqual(['4']);
      expect(await one.claims.add([])).toEqual([]);
      await other.claims.dropOlderThan(60_000);
      expect(await one.claims.add(['1', '2', '3', '4'])).toEqual([]);
      // Older than a moment that is yet to come is everything.
      await other.claims.dropOlderThan(-60_000);
      expect(await one.claims.add(['1'])).toEqual(['1']);
    });
  });
}

/** Opens it as one more process, which ends with the test. */
type OpenRows = (now?: () => number) => Promise<State>;

export type NewPlace = () => OpenRows;

/** Where the rows of the bot stand in a specification: one place, which several processes share. */
export const SERVER = '1300000000000000002';
export const PERSON = { userId: '1300000000000000001', guildId: SERVER };
export const OTHER = { ...PERSON, userId: '1300000000000000003' };
export const ELSEWHERE = { ...PERSON, guildId: '1300000000000000004' };

export async function two(place: NewPlace, now?: () => number): Promise<readonly [State, State]> {
  const open = place();
  return [await open(now), await open(now)];
}

export const count = (all: readonly boolean[]): number => all.filter(Boolean).length;
