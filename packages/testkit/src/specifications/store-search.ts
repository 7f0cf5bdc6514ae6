/** Of the store's specification: how escrows are found again, and that nobody finds another's. */
import type { Store } from '@countersign/core';
import type { Search } from '@countersign/core/internal/workflow/store/search';
import { describe, expect, test } from 'vitest';
import { otherKey, request, requestInput, signerKey } from '../fixtures/deploy-fixture.ts';
import { DAY, type OpenStore, offer, opened, send, storeAt } from './store-scene.ts';

const ada = { tenant: 'guild', id: 'ada' };
const bob = { tenant: 'guild', id: 'bob' };
const JUDGED = { stops: [], warnings: [], facts: [] };

/** Keeps a deploy with one offer, whose hash is `h-` and its id. */
async function keep(store: Store, id: string, changes: Record<string, unknown> = {}, owner = ada): Promise<void> {
  const asked = { action: 'deploy', request: request(changes) } as const;
  const handle = { ...asked, id, pageId: `page-${id}`, owner, requestKey: id, round: 0, terms: id };
  await store.add(handle, offer(`h-${id}`, 99 * DAY), { judged: JUDGED });
}

async function found(store: Store, search: Partial<Search> = {}, most = 20): Promise<string[]> {
  const everything = { person: ada, words: [], wallet: undefined, since: undefined };
  const { handles, total } = await store.search({ ...everything, ...search }, most);
  if (handles.length < most) expect(total).toBe(handles.length);
  return handles.map(({ id }) => id);
}

const words = (...texts: string[]) => ({ words: texts.map((text) => ({ text, addresses: [] })) });

export function describeSearch(place: () => OpenStore): void {
  describe('a search', () => {
    test('finds by parts of words in any text of a request, in any order, whatever their case and accents', async () => {
      const { store } = storeAt(place());
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
      const { store } = storeAt(place());
      await keep(store, 'odd', { title: '100 % of it_all’s \\ done\'" --' });
      await keep(store, 'plain', { title: '100 x of itXall' });
      for (const word of ['%', 'it_all', '\\', '\'"', '--']) expect(await found(store, words(word))).toEqual(['odd']);
      expect(await found(store, words('*'))).toEqual([]);
    });

    test('finds by an address that signs or has a role, and by a name in the address book', async () => {
      const { store } = storeAt(place());
      const [one, other] = [signerKey.publicKey(), otherKey.publicKey()];
      await keep(store, 'both');
      await keep(store, 'alone', { roles: { ...requestInput().roles, serviceProvider: one, receiver: one } });
      expect((await found(store, { wallet: one })).toSorted()).toEqual(['alone', 'both']);
      expect(await found(store, { wallet: other })).toEqual(['both']);
      expect(await found(store, { words: [{ text: 'bruno', addresses: [other] }] })).toEqual(['both']);
      expect(await found(store, { wallet: request().trustline.address })).toEqual([]);
    });

    test('returns the newest first up to a limit, with the total, and filters by time', async () => {
      const { store, at } = storeAt(place());
      for (const time of [1, 2, 3]) {
        at(time * 1_000);
        await keep(store, `id${time}`);
      }
      expect(await found(store)).toEqual(['id3', 'id2', 'id1']);
      const everything = { person: ada, words: [], wallet: undefined, since: undefined };
      expect(await store.search(everything, 2)).toMatchObject({ handles: [{ id: 'id3' }, { id: 'id2' }], total: 3 });
      expect(await found(store, { since: 2_000 })).toEqual(['id3', 'id2']);
      expect(await found(store, { since: 3_001 })).toEqual([]);
    });

    test('distinguishes open, sent, settled and ended escrows', async () => {
      const { store } = storeAt(place());
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
      const { store } = storeAt(place());
      await keep(store, 'ada’s');
      await keep(store, 'bob’s', {}, bob);
      await keep(store, 'shared', {}, bob);
      await keep(store, 'elsewhere', {}, { tenant: 'other guild', id: 'ada' });
      await keep(store, 'adopted', {}, { tenant: 'local', id: 'local' });
      await store.grant('shared', ada, 'read');
      await store.adopt('adopted', ada, 'adopted');
      expect((await found(store)).toSorted()).toEqual(['ada’s', 'adopted', 'shared']);
      expect(await found(store, { person: { tenant: 'local', id: 'local' } })).toEqual([]);
      expect((await found(store, { person: bob })).toSorted()).toEqual(['bob’s', 'shared']);
      expect(await found(store, { person: { tenant: 'guild', id: 'nobody' } })).toEqual([]);
    });

    test('finds no payments and nothing that was forgotten', async () => {
      const { store, at } = storeAt(place());
      await keep(store, 'old');
      await send(store, 'h-old', 'settled');
      const signer = signerKey.publicKey();
      const { trustline } = request();
      const payment = { signer, escrow: 'C-old', amount: '1', trustline };
      const asked = { action: 'fund', request: payment } as const;
      const handle = { ...asked, id: 'fund', pageId: 'f', owner: ada, requestKey: 'f', round: 0, terms: 'f' };
      await store.add(handle, offer('h-fund', 99 * DAY), { judged: JUDGED });
      expect(await found(store)).toEqual(['old']);
      at(31 * DAY);
      await store.sweep();
      expect(await found(store)).toEqual([]);
    });

    test('finds only escrows of its own network', async () => {
      const open = place();
      const sandbox = opened(open, 'sandbox');
      await keep(sandbox, 'id');
      expect(await found(sandbox)).toEqual(['id']);
      expect(await found(opened(open, 'testnet'))).toEqual([]);
    });
  });
}
