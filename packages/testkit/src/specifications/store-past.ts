/** Of the store's specification: what is forgotten, what is remembered of it, and what is never dropped. */
import type { Store } from '@countersign/core';
import { MAX_PREPARED_REQUESTS, MAX_UNDECIDED_TRANSACTIONS } from '@countersign/core/internal/workflow/store/limits';
import { describe, expect, test } from 'vitest';
import { DAY, keptOf, LOCAL, offer, put, type StoreScene, send } from './store-scene.ts';

export function describePast({ store, at }: StoreScene): void {
  describe('the past', () => {
    test('deletes a handle’s expired offers once the ledger has decided them', async () => {
      await put(store, 'key', 'id', offer('a', 1_000));
      await put(store, 'key', 'id', offer('b', 1_000));
      await put(store, 'key', 'id', offer('c', 3_000));
      await store.decide('a', { state: 'dead' });
      await store.decide('c', { state: 'dead' });
      at(2_000);
      await put(store, 'key', 'id', offer('d', 4_000));
      expect((await store.find('id'))?.transactions.map(({ hash }) => hash)).toEqual(['d', 'c', 'b']);
    });

    test('finds a renewed deploy by each address that it had, and keeps these with it', async () => {
      await put(store, 'key', 'id', offer('a', 1_000));
      expect(await store.find('id')).not.toHaveProperty('pastAddresses');
      await store.decide('a', { state: 'dead' });
      at(2_000);
      await put(store, 'key', 'id', offer('b', 3_000));
      expect(await store.find('id')).toMatchObject({ transactions: [{ contractId: 'C-b' }], pastAddresses: ['C-a'] });
      for (const address of ['C-a', 'C-b']) {
        expect((await store.deploysAt(address)).map(({ id }) => id)).toEqual(['id']);
      }
      expect(await store.deploysAt('C-c')).toEqual([]);
    });

    test('keeps only the newest of the undecided offers', async () => {
      for (let index = 0; index < MAX_UNDECIDED_TRANSACTIONS + 2; index++) {
        await put(store, 'key', 'id', offer(`h${index}`, 1_000));
      }
      expect((await store.find('id'))?.transactions).toHaveLength(MAX_UNDECIDED_TRANSACTIONS + 2);
      at(2_000);
      await put(store, 'key', 'id', offer('newest', 4_000));
      expect((await store.find('id'))?.transactions).toHaveLength(MAX_UNDECIDED_TRANSACTIONS + 1);
      expect([await store.findByHash('h1'), (await store.findPast('h1'))?.hash]).toEqual([undefined, 'h1']);
      expect((await store.findByHash('h2'))?.requestId).toBe('id');
    });

    test.each<[string, (store: Store, at: (now: number) => void) => Promise<void>]>([
      [
        'decided and renewed',
        async (store, at) => {
          await store.decide('a', { state: 'dead' });
          at(2_000);
          await put(store, 'key', 'id', offer('b', 3_000));
        },
      ],
      [
        'forgotten after two weeks',
        async (store, at) => {
          await store.decide('a', { state: 'dead' });
          at(15 * DAY);
          await store.sweep();
        },
      ],
    ])('an offer that was %s is remembered for 30 days after its end, without its transaction', async (_, lose) => {
      await put(store, 'key', 'id', offer('a', 1_000));
      await lose(store, at);
      expect(await store.findByHash('a')).toBeUndefined();
      const about = { hash: 'a', requestId: 'id', owner: LOCAL, contractId: 'C-a', sequence: '7' };
      at(30 * DAY + 1_000);
      await store.sweep();
      expect(await store.findPast('a')).toEqual({ ...about, offeredAt: 0, expiresAt: 1_000 });
      at(30 * DAY + 1_001);
      await store.sweep();
      expect(await store.findPast('a')).toBeUndefined();
    });

    test('one of the past that the ledger turns out to have settled comes back, where its handle is still kept', async () => {
      await put(store, 'key', 'id', offer('a', 1_000));
      await put(store, 'gone', 'gone', offer('g', 1_000));
      for (const hash of ['a', 'g']) await store.decide(hash, { state: 'dead' });
      at(2_000);
      await put(store, 'key', 'id', offer('b', 16 * DAY));
      at(15 * DAY);
      await store.sweep();
      expect(await keptOf(store, ['id', 'gone'])).toEqual(['id']);
      for (const hash of ['a', 'g']) await store.decide(hash, { state: 'rejected' }, 'AAAA');
      expect(await store.findByHash('a')).toBeUndefined();
      for (const hash of ['a', 'g']) await store.decide(hash, { state: 'settled' }, 'AAAA');
      expect(await store.findByHash('a')).toMatchObject({ requestId: 'id', state: 'settled', unsignedXdr: 'AAAA' });
      expect([await store.findPast('a'), await store.findByHash('g')]).toEqual([undefined, undefined]);
      expect((await store.findPast('g'))?.requestId).toBe('gone');
    });

    test('never treats an offer that was sent as a past one', async () => {
      const states = ['settled', 'taken', 'accepted', 'unknown'] as const;
      for (const state of states) {
        await put(store, state, state, offer(state, 1_000));
        await send(store, state, state);
      }
      at(31 * DAY);
      await store.sweep();
      expect(await keptOf(store, states)).toEqual(['taken', 'unknown']);
      expect(await Promise.all(states.map((state) => store.findPast(state)))).toEqual(Array(4).fill(undefined));
    });

    test('an offer that is made again for its request can be signed again', async () => {
      await put(store, 'key', 'id', offer('a', 1_000));
      await store.decide('a', { state: 'dead' });
      at(2_000);
      await put(store, 'key', 'id', offer('b'));
      expect((await store.findPast('a'))?.hash).toBe('a');
      await put(store, 'key', 'id', offer('a'));
      expect(await store.findPast('a')).toBeUndefined();
      expect(await store.findByHash('a')).toMatchObject({ requestId: 'id', state: 'offered' });
    });

    test('a full store refuses, makes room from what can no longer be signed, and never drops what may have been sent', async () => {
      for (let index = 0; index < MAX_PREPARED_REQUESTS; index++)
        await put(store, `k${index}`, `id${index}`, offer(`h${index}`));
      await expect(put(store, 'one more', 'more', offer('more'))).rejects.toThrowError(/full/);
      await send(store, 'h0');
      await send(store, 'h1', 'unknown');
      await send(store, 'h2', 'settled');
      await send(store, 'h3', 'taken');
      await store.decide('h4', { state: 'dead' });
      at(100_001);
      // A settled one takes no room from those that wait.
      expect(await put(store, 'one more', 'more', offer('more', 2 * DAY))).toBe('more');
      expect(await keptOf(store, ['id4', 'id5'])).toEqual(['id4', 'id5']);
      // Then the one that the ledger has confirmed as over; the others are not confirmed yet.
      expect(await put(store, 'another', 'another', offer('another', 2 * DAY))).toBe('another');
      expect(await keptOf(store, ['id4', 'id5'])).toEqual(['id5']);
      await expect(put(store, 'third', 'third', offer('third', 2 * DAY))).rejects.toThrowError(/full/);
      // Until a day has passed.
      at(DAY + 100_001);
      expect(await put(store, 'third', 'third', offer('third', 2 * DAY))).toBe('third');
      expect(await keptOf(store, ['id0', 'id1', 'id2', 'id3', 'id5'])).toEqual(['id0', 'id1', 'id2', 'id3']);
    });

    test('a tenant whose room is full takes none from another one', async () => {
      const server = { owner: { tenant: 'server', id: 'ada' } };
      await put(store, 'own', 'own', offer('own'));
      await store.decide('own', { state: 'dead' });
      for (let index = 0; index < MAX_PREPARED_REQUESTS; index++) {
        await put(store, `k${index}`, `id${index}`, offer(`h${index}`), server);
      }
      at(100_001);
      await expect(put(store, 'more', 'more', offer('more'), server)).rejects.toThrowError(/full/);
      expect(await put(store, 'more', 'more', offer('more'))).toBe('more');
      // No one's room was needed for it.
      expect(await keptOf(store, ['own', 'more', 'id0'])).toEqual(['own', 'more', 'id0']);
    });

    test('what nothing can become of is forgotten after two weeks, the undecided and the settled after a month, what was sent never', async () => {
      const names = ['dead', 'undecided', 'settled', 'accepted', 'given up', 'unknown', 'taken'] as const;
      for (const name of names) await put(store, name, name, offer(name));
      await store.decide('dead', { state: 'dead' });
      for (const name of ['settled', 'accepted', 'unknown', 'taken'] as const) await send(store, name, name);
      await send(store, 'given up', 'unknown');
      await store.giveUp(['given up']);
      at(15 * DAY);
      await store.sweep();
      expect(await keptOf(store, names)).toEqual(names.slice(1));
      at(31 * DAY);
      await store.sweep();
      expect(await keptOf(store, names)).toEqual(['unknown', 'taken']);
    });

    test('can forget one tenant’s settled handles sooner, and no one else’s', async () => {
      const server = { owner: { tenant: 'server', id: 'ada' } };
      for (const [name, changes] of [
        ['own', {}],
        ['old', server],
        ['unknown too', server],
        ['open', server],
      ] as const) {
        await put(store, name, name, offer(name, 99 * DAY), changes);
      }
      for (const name of ['own', 'old'] as const) await send(store, name, 'settled');
      await send(store, 'unknown too', 'unknown');
      at(5 * DAY);
      await put(store, 'new', 'new', offer('new', 99 * DAY), server);
      await send(store, 'new', 'settled');
      await store.forgetSettled('server', 2 * DAY);
      expect(await keptOf(store, ['own', 'old', 'unknown too', 'open', 'new'])).toEqual([
        'own',
        'unknown too',
        'open',
        'new',
      ]);
    });

    test('past offers take no room from waiting ones', async () => {
      const gone = Array.from({ length: 5 }, (_, index) => `gone${index}`);
      for (const name of gone) {
        await put(store, name, name, offer(name, 1_000));
        await store.decide(name, { state: 'dead' });
      }
      at(15 * DAY);
      await store.sweep();
      const waiting = offer('', 16 * DAY);
      for (let index = 0; index < MAX_PREPARED_REQUESTS; index++) {
        await put(store, `k${index}`, `id${index}`, { ...waiting, hash: `h${index}`, contractId: `C-${index}` });
      }
      expect(await keptOf(store, ['id0', ...gone])).toEqual(['id0']);
      expect((await store.findPast('gone0'))?.requestId).toBe('gone0');
      await expect(put(store, 'more', 'more', offer('more'))).rejects.toThrowError(/full/);
    });
  });
}
