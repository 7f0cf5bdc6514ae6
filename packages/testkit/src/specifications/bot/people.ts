/** What people keep with the bot: wallets and drafts, and what servers set. */
import { type DraftFields, emptyFields } from '@countersign/discord-bot/internal/draft/draft';
import { MOST_DRAFTS } from '@countersign/discord-bot/internal/draft/draft-rows';
import { describe, expect, test } from 'vitest';
import { ELSEWHERE, type NewPlace, OTHER, PERSON, SERVER, two } from './place.ts';

const DAY_MS = 24 * 3_600_000;
const fields = (title: string): DraftFields => ({
  ...emptyFields(PERSON.userId, { token: '', platformFee: '0' }),
  title,
});

export function describeWallets(name: string, place: NewPlace): void {
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

    test('a removed wallet is nobody’s, and the next one counts as a change', async () => {
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

export function describeDrafts(name: string, place: NewPlace): void {
  describe(`drafts: ${name}`, () => {
    test('drafts belong to a person in one server, latest first, and expire after 14 days', async () => {
      let time = 1_000;
      const [one, other] = await two(place, () => time);
      const first = await one.drafts.add(PERSON, fields('first'));
      time += 1;
      const second = await other.drafts.add(PERSON, fields('second'));
      expect((await one.drafts.of(PERSON)).map(({ id }) => id)).toEqual([second.id, first.id]);
      expect(await other.drafts.find(PERSON, first.id)).toEqual(first);
      for (const who of [OTHER, ELSEWHERE]) {
        expect(await one.drafts.of(who)).toEqual([]);
        expect(await one.drafts.find(who, first.id)).toBeUndefined();
        expect(await one.drafts.change(who, first.id, fields('stolen'))).toBeUndefined();
        await one.drafts.drop(who, first.id);
      }
      time += 1;
      expect((await other.drafts.change(PERSON, first.id, { title: 'changed' }))?.fields.title).toBe('changed');
      expect((await one.drafts.of(PERSON)).map(({ fields: { title } }) => title)).toEqual(['changed', 'second']);
      await one.drafts.drop(PERSON, first.id);
      expect(await other.drafts.find(PERSON, first.id)).toBeUndefined();
      time += 15 * DAY_MS;
      expect(await other.drafts.of(PERSON)).toEqual([]);
      await other.drafts.forgetOld();
      time = 0;
      expect(await one.drafts.of(PERSON)).toEqual([]);
    });

    test('the limit of drafts holds even if many are added at once', async () => {
      const both = await two(place);
      const added = both.flatMap(({ drafts }) =>
        Array.from({ length: MOST_DRAFTS }, (_, index) => drafts.add(PERSON, fields(`${index}`))),
      );
      const outcomes = await Promise.allSettled(added);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST_DRAFTS);
      expect(await both[0].drafts.of(PERSON)).toHaveLength(MOST_DRAFTS);
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

export function describeServers(name: string, place: NewPlace): void {
  describe(`settings of servers: ${name}`, () => {
    test('omitted settings stay and null removes, also in nested ones', async () => {
      const [one, other] = await two(place);
      expect(await one.servers.of(SERVER)).toEqual({});
      await one.servers.change(SERVER, { roles: { prepare: ['1'], fund: ['2'] }, language: 'es', retentionDays: 30 });
      await other.servers.change(SERVER, { roles: { prepare: null }, language: null, channels: ['3'] });
      expect(await one.servers.of(SERVER)).toEqual({ roles: { fund: ['2'] }, retentionDays: 30, channels: ['3'] });
      expect(await other.servers.of(ELSEWHERE.guildId)).toEqual({});
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
      expect(await other.servers.of(SERVER)).toEqual({
        channels: ['1'],
        language: 'es',
        limits: { maxAmount: '5', dayOf: 'tenant', setBy: '7' },
      });
    });
  });
}
