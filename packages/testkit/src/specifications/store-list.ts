/** Of the store's specification: links to a person's list, the sessions that they become, and what the list is made of. */
import { describe, expect, test } from 'vitest';
import { signerKey } from '../fixtures/deploy-fixture.ts';
import { decision, type OpenStore, offer, put, send, storeAt } from './store-scene.ts';

const ADA = { tenant: 'guild', id: 'ada' };
const BOB = { tenant: 'guild', id: 'bob' };
const access = (hash: string, expiresAt = 1_000) => ({ hash, expiresAt });

export function describeList(place: () => OpenStore): void {
  describe('the list', () => {
    test('a link opens one session for its owner, once and in time', async () => {
      const { store, at } = storeAt(place());
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
      const { store } = storeAt(place());
      for (const name of ['a', 'b']) {
        await store.addListLink(ADA, access(name));
        await store.useListLink(name, access(`session ${name}`));
      }
      await store.endListSession('session a');
      await store.endListSession('nothing');
      expect([await store.listSession('session a'), await store.listSession('session b')]).toEqual([undefined, ADA]);
    });

    test('keeps the newest of very many links, without losing anybody else’s', async () => {
      const { store } = storeAt(place());
      await store.addListLink(BOB, access('bob'));
      for (let count = 0; count < 60; count++) await store.addListLink(ADA, access(`ada ${count}`));
      expect(await store.useListLink('ada 9', access('s1'))).toBeUndefined();
      expect(await store.useListLink('ada 10', access('s2'))).toEqual(ADA);
      expect(await store.useListLink('bob', access('s3'))).toEqual(BOB);
    });

    test('links and sessions belong to one network', async () => {
      const open = place();
      const { store } = storeAt(open);
      await store.addListLink(ADA, access('link', Date.now() + 60_000));
      const elsewhere = open('testnet', Date.now);
      expect(await elsewhere.useListLink('link', access('session', Date.now() + 60_000))).toBeUndefined();
      await elsewhere.close();
    });

    test('finds a person’s handles about an escrow, newest first, and the accounts that they sign with', async () => {
      const { store, at } = storeAt(place());
      for (const [time, owner] of [ADA, BOB, ADA].entries()) {
        at(time);
        await put(store, `k${time}`, `id${time}`, offer(`h${time}`, 100_000, { contractId: 'C-x' }), {
          owner,
          terms: 'x',
        });
      }
      await put(store, 'k3', 'id3', offer('h3', 100_000, { contractId: 'C-y' }), { owner: ADA });
      expect((await store.handlesAbout(ADA, 'C-x')).map(({ id }) => id)).toEqual(['id2', 'id0']);
      expect(await store.handlesAbout(ADA, 'C-z')).toEqual([]);
      expect(await store.signersOf(ADA)).toEqual(new Map([[signerKey.publicKey(), false]]));
      expect(await store.signersOf({ tenant: 'other', id: 'ada' })).toEqual(new Map());
      await send(store, 'h3', 'unknown');
      expect(await store.signersOf(ADA)).toEqual(new Map([[signerKey.publicKey(), true]]));
    });

    test('finds what a person has yet to sign of payments and steps, newest first', async () => {
      const { store, at } = storeAt(place());
      const acts = ['fund', 'approve', 'deploy', 'fund', 'release'] as const;
      for (const [time, action] of acts.entries()) {
        at(time);
        await put(store, `k${time}`, `id${time}`, offer(`h${time}`), { action, owner: time === 3 ? BOB : ADA });
      }
      const ids = async () => (await store.handlesToSign(ADA, 9)).map(({ id }) => id);
      expect(await ids()).toEqual(['id4', 'id1', 'id0']);
      expect(await store.handlesToSign(ADA, 1)).toHaveLength(1);
      await store.end('id0', { as: 'declined', at: 9 });
      await send(store, 'h1', 'unknown');
      await send(store, 'h4', 'dead');
      expect(await ids()).toEqual(['id4']);
      await store.decide('h4', decision('settled'));
      expect(await ids()).toEqual([]);
    });

    test('finds a person’s own handles by a sequence number of their transactions, newest first', async () => {
      const { store, at } = storeAt(place());
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
