/** Of the store's specification: links to a person's list, the sessions that they become, and what the list is made of. */

import type { Store } from '@countersign/core';
import type { Search } from '@countersign/core/internal/workflow/store/search';
import { describe, expect, test } from 'vitest';
import { otherKey, request, requestInput, signerKey } from '../fixtures/deploy-fixture.ts';
import { ADA, BOB, DAY, decision, JUDGED, keep, LOCAL, offer, put, type StoreScene, send } from './store-scene.ts';

const access = (hash: string, expiresAt = 1_000) => ({ hash, expiresAt });

export function describeList({ store, at }: StoreScene): void {
  describe('the list', () => {
    test('a link opens one session for its owner, once and in time', async () => {
      await store.addListLink(ADA, access('link'));
      await store.addListLink(BOB, access('late', 500));
      expect(await store.listSession('link')).toBeUndefined();
      expect(await store.useListLink('other', access('s0'))).toBeUndefined();
      expect(await store.useListLink('link', access('s1', 2_000))).toEqual(ADA);
      expect(await store.useListLink('link', access('s2'))).toBeUndefined();
      expect([await store.listSession('s0'), await store.listSession('s1'), await store.listSession('s2')]).toEqual([
        undefined,
        ADA,
        undefined,
      ]);
      // A session is no link.
      expect(await store.useListLink('s1', access('s3'))).toBeUndefined();
      at(500);
      expect(await store.useListLink('late', access('s4'))).toBeUndefined();
      at(1_999);
      expect(await store.listSession('s1')).toEqual(ADA);
      at(2_000);
      expect(await store.listSession('s1')).toBeUndefined();
    });

    test('ending a session ends no other', async () => {
      for (const name of ['a', 'b']) {
        await store.addListLink(ADA, access(name));
        await store.useListLink(name, access(`session ${name}`));
      }
      await store.endListSession('session a');
      await store.endListSession('nothing');
      expect([await store.listSession('session a'), await store.listSession('session b')]).toEqual([undefined, ADA]);
    });

    test('keeps the newest of very many links, without losing another person’s', async () => {
      await store.addListLink(BOB, access('bob'));
      for (let count = 0; count < 60; count++) await store.addListLink(ADA, access(`ada ${count}`));
      expect(await store.useListLink('ada 9', access('s1'))).toBeUndefined();
      expect(await store.useListLink('ada 10', access('s2'))).toEqual(ADA);
      expect(await store.useListLink('bob', access('s3'))).toEqual(BOB);
    });

    test('finds a person’s handles about an escrow, newest first, and the accounts that they sign with', async () => {
      for (const [time, owner] of [ADA, BOB, ADA].entries()) {
        at(time);
        await put(store, `k${time}`, `id${time}`, offer(`h${time}`, 100_000, { contractId: 'C-x' }), {
          owner,
          terms: 'x',
        });
      }
      await put(store, 'k3', 'id3', offer('h3', 100_000, { contractId: 'C-y' }), { owner: ADA });
      expect((await store.requestsAbout(ADA, 'C-x')).map(({ id }) => id)).toEqual(['id2', 'id0']);
      expect(await store.requestsAbout(ADA, 'C-z')).toEqual([]);
      const other = { tenant: 'other', id: 'ada' };
      const signers = [signerKey.publicKey()];
      expect([await store.signersOf(ADA), await store.signersOf(other)]).toEqual([signers, []]);
      expect(await store.signedBy(ADA)).toEqual([]);
      await send(store, 'h3', 'unknown');
      expect([await store.signedBy(ADA), await store.signedBy(other)]).toEqual([signers, []]);
      for (const hash of ['h0', 'h1', 'h3']) await store.decide(hash, { state: 'settled' });
      expect((await store.settledAbout('C-x')).map(({ id }) => id)).toEqual(['id1', 'id0']);
    });

    test('finds what a person’s requests asked for that settled with a signer, newest first', async () => {
      for (const [time, owner] of [ADA, BOB, ADA, ADA].entries()) {
        at(time);
        await put(store, `k${time}`, `id${time}`, offer(`h${time}`), { owner, terms: 'x' });
      }
      for (const hash of ['h0', 'h1', 'h2']) await send(store, hash, 'settled');
      const settledOf = async (signer?: string, most = 9) => await store.settledOf(ADA, signer, most);
      const signer = signerKey.publicKey();
      expect(await settledOf(signer)).toEqual(
        ['C-h2', 'C-h0'].map((contractId) => ({ action: 'deploy', request: request(), contractId })),
      );
      expect(await settledOf(signer, 1)).toMatchObject([{ contractId: 'C-h2' }]);
      expect(await settledOf()).toHaveLength(2);
      expect(await settledOf('G-other')).toEqual([]);
    });

    test('finds what a person has yet to sign of payments and steps, newest first', async () => {
      const acts = ['fund', 'approve', 'deploy', 'fund', 'release'] as const;
      for (const [time, action] of acts.entries()) {
        at(time);
        await put(store, `k${time}`, `id${time}`, offer(`h${time}`), { action, owner: time === 3 ? BOB : ADA });
      }
      const ids = async () => (await store.requestsToSign(ADA, 9)).preparedRequests.map(({ id }) => id);
      expect(await ids()).toEqual(['id4', 'id1', 'id0']);
      expect((await store.requestsToSign(ADA, 1)).preparedRequests).toHaveLength(1);
      await store.end('id0', { as: 'declined', at: 9 });
      await send(store, 'h1', 'unknown');
      await send(store, 'h4', 'dead');
      expect(await ids()).toEqual(['id4']);
      await store.decide('h4', decision('settled'));
      expect(await ids()).toEqual([]);
    });

    test('finds a person’s own handles by a sequence number of their transactions, newest first', async () => {
      for (const [time, owner] of [ADA, BOB, ADA].entries()) {
        at(time);
        await put(store, `k${time}`, `id${time}`, offer(`h${time}`), { owner });
      }
      await put(store, 'k2', 'id2', offer('renewed', 100_000, { sequence: '8' }), { owner: ADA });
      expect((await store.findBySequence(ADA, '7')).map(({ id }) => id)).toEqual(['id2', 'id0']);
      expect((await store.findBySequence(ADA, '8')).map(({ id }) => id)).toEqual(['id2']);
      expect(await store.findBySequence(BOB, '8')).toEqual([]);
    });
  });
}

async function found(store: Store, search: Partial<Search> = {}, most = 20): Promise<string[]> {
  const everything = { person: ADA, words: [], wallet: undefined, endedSince: undefined };
  const { preparedRequests, total } = await store.search({ ...everything, ...search }, most);
  if (preparedRequests.length < most) expect(total).toBe(preparedRequests.length);
  return preparedRequests.map(({ id }) => id);
}

const words = (...texts: string[]) => ({ words: texts.map((text) => ({ text, addresses: [] })) });

/** Of the store's specification: how escrows are found again, and that no one finds another's. */
export function describeSearch({ store, at }: StoreScene): void {
  describe('a search', () => {
    test('finds by parts of words in any text of a request, in any order, whatever their case and accents', async () => {
      await keep(store, 'cafe', {
        title: 'Menü für das Café',
        description: 'Speisekarte,\ndrei Seiten',
        engagementId: 'ENG-7',
      });
      await keep(store, 'logo', { title: 'LOGO', milestones: [{ description: 'Erste Skizze', amount: '1' }] });
      expect(await found(store, words('cafe', 'menu'))).toEqual(['cafe']);
      expect(await found(store, words('menu', 'caf'))).toEqual(['cafe']);
      expect(await found(store, words('karte'))).toEqual(['cafe']);
      expect(await found(store, words('eng-7'))).toEqual(['cafe']);
      expect(await found(store, words('skizze'))).toEqual(['logo']);
      expect(await found(store, words('logo', 'cafe'))).toEqual([]);
      expect((await found(store, words('e'))).toSorted()).toEqual(['cafe', 'logo']);
      expect((await found(store, words())).toSorted()).toEqual(['cafe', 'logo']);
    });

    test('treats every character literally', async () => {
      await keep(store, 'odd', { title: '100 % of it_all’s \\ done\'" --' });
      await keep(store, 'plain', { title: '100 x of itXall' });
      for (const word of ['%', 'it_all', '\\', '\'"', '--']) expect(await found(store, words(word))).toEqual(['odd']);
      expect(await found(store, words('*'))).toEqual([]);
    });

    test('finds by an address that signs or has a role, and by a name in the address book', async () => {
      const [one, other] = [signerKey.publicKey(), otherKey.publicKey()];
      await keep(store, 'both');
      await keep(store, 'alone', { roles: { ...requestInput().roles, serviceProvider: one, receiver: one } });
      expect((await found(store, { wallet: one })).toSorted()).toEqual(['alone', 'both']);
      expect(await found(store, { wallet: other })).toEqual(['both']);
      expect(await found(store, { words: [{ text: 'bruno', addresses: [other] }] })).toEqual(['both']);
      expect(await found(store, { wallet: request().trustline.address })).toEqual([]);
    });

    test('returns the newest first up to a limit, with the total, and filters by time', async () => {
      for (const time of [1, 2, 3]) {
        at(time * 1_000);
        await keep(store, `id${time}`);
      }
      expect(await found(store)).toEqual(['id3', 'id2', 'id1']);
      const everything = { person: ADA, words: [], wallet: undefined, endedSince: undefined };
      expect(await store.search(everything, 2)).toMatchObject({
        preparedRequests: [{ id: 'id3' }, { id: 'id2' }],
        total: 3,
      });
      expect(await found(store, { endedSince: 2_000 })).toEqual(['id3', 'id2']);
      expect(await found(store, { endedSince: 3_001 })).toEqual([]);
    });

    test('distinguishes open, sent, settled and ended escrows', async () => {
      const states = ['offered', 'rejected', 'dead', 'accepted', 'unknown', 'settled', 'taken'] as const;
      for (const state of states) {
        await keep(store, state);
        if (state === 'dead') await store.decide('h-dead', { state });
        else if (state !== 'offered') await send(store, `h-${state}`, state);
      }
      for (const id of ['discarded', 'given up']) await keep(store, id);
      await store.end('discarded', { as: 'discarded', at: 0 });
      await send(store, 'h-given up', 'unknown');
      await store.giveUp(['h-given up']);
      const phases = async (phase: 'open' | 'sent' | 'settled' | 'ended') => (await found(store, { phase })).toSorted();
      expect(await phases('open')).toEqual(['dead', 'given up', 'offered', 'rejected']);
      expect(await phases('sent')).toEqual(['accepted', 'unknown']);
      expect(await phases('settled')).toEqual(['settled']);
      expect(await phases('ended')).toEqual(['discarded', 'taken']);
      const undecided = (await found(store, { isUndecided: true })).toSorted();
      expect(undecided).toEqual(['accepted', 'discarded', 'given up', 'offered', 'taken', 'unknown']);
    });

    test('finds and counts only a person’s own and shared escrows', async () => {
      await keep(store, 'ada’s');
      await keep(store, 'bob’s', {}, BOB);
      await keep(store, 'shared', {}, BOB);
      await keep(store, 'elsewhere', {}, { tenant: 'other guild', id: 'ada' });
      await keep(store, 'adopted', {}, LOCAL);
      await store.grant('shared', ADA, 'read');
      await store.adopt('adopted', ADA, 'adopted');
      expect((await found(store)).toSorted()).toEqual(['ada’s', 'adopted', 'shared']);
      expect(await found(store, { person: LOCAL })).toEqual([]);
      expect((await found(store, { person: BOB })).toSorted()).toEqual(['bob’s', 'shared']);
      expect(await found(store, { person: { tenant: 'guild', id: 'absent' } })).toEqual([]);
    });

    test('finds no payments and nothing that was forgotten', async () => {
      await keep(store, 'old');
      await send(store, 'h-old', 'settled');
      const signer = signerKey.publicKey();
      const { trustline } = request();
      const payment = { signer, escrow: 'C-old', amount: '1', trustline };
      const actionRequest = { action: 'fund', request: payment } as const;
      const prepared = { ...actionRequest, id: 'fund', pageId: 'f', owner: ADA, requestKey: 'f', round: 0, terms: 'f' };
      await store.add(prepared, offer('h-fund', 99 * DAY), { risk: JUDGED });
      expect(await found(store)).toEqual(['old']);
      at(31 * DAY);
      await store.sweep();
      expect(await found(store)).toEqual([]);
    });
  });
}
