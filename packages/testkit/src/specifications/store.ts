/**
 * The specification of the store: what every engine behind it must do. An engine's own test calls `describeStore`.
 */
import type { Settlement, Store } from '@countersign/core';
import { MAX_HANDLES } from '@countersign/core/internal/desk/store/limits';
import type { NewOffer, OfferState } from '@countersign/core/internal/desk/store/offers';
import type { NetworkName } from '@countersign/core/network';
import { describe, expect, onTestFinished, test } from 'vitest';
import { request } from '../fixtures/deploy-fixture.ts';

/** Opens a store at one place, once more for each call. */
export type OpenStore = (network: NetworkName, now: () => number) => Store;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const settlement: Settlement = { status: 'settled', transactionHash: 'h', message: 'm', next: 'n' };

export const offer = (hash: string, expiresAt = 100_000): NewOffer => ({
  hash,
  unsignedXdr: 'AAAA',
  contractId: `C-${hash}`,
  sequence: '7',
  expiresAt,
  reasons: [],
});

/** Adds an offer; gives the id of the handle that has it. */
export const put = async (store: Store, requestKey: string, id: string, added: NewOffer): Promise<string> =>
  (await store.add({ action: 'deploy', id, pageId: `page-${id}`, request: request(), requestKey }, added)).id;

/** Claims an offer and records what became of it; gives the claim's number. */
export async function send(store: Store, hash: string, state?: OfferState): Promise<number> {
  const claim = await store.claim(hash, 'signed', 60_000);
  if (claim.kind === 'refused') throw new Error(`the claim of ${hash} was refused`);
  if (state !== undefined) await store.record(hash, claim.number, state, state === 'settled' ? settlement : undefined);
  return claim.number;
}

/** Those of the handles that are kept. */
export async function keptOf(store: Store, ids: readonly string[]): Promise<string[]> {
  const found = await Promise.all(ids.map(async (id) => ((await store.find(id)) === undefined ? [] : [id])));
  return found.flat();
}

export function opened(open: OpenStore, network: NetworkName, now: () => number = () => 0): Store {
  const store = open(network, now);
  onTestFinished(() => store.close());
  return store;
}

/** A store whose clock the test sets. */
export function storeAt(open: OpenStore): { store: Store; at: (now: number) => void } {
  let now = 0;
  const store = opened(open, 'sandbox', () => now);
  return {
    store,
    at: (time) => {
      now = time;
    },
  };
}

/**
 * @param place a new place for each test
 * @param isShared whether several stores at one place are one
 */
export function describeStore(name: string, place: () => OpenStore, isShared: boolean): void {
  describe(name, () => {
    test('one handle stands for one request, with its offers newest first', async () => {
      const { store } = storeAt(place());
      expect(await put(store, 'key', 'id-1', offer('a'))).toBe('id-1');
      expect(await put(store, 'key', 'id-2', offer('b'))).toBe('id-1');
      expect((await store.find('id-1'))?.offers.map(({ hash }) => hash)).toEqual(['b', 'a']);
      expect((await store.findByRequest('key'))?.request).toEqual(request());
      expect((await store.findByHash('a'))?.handle).toBe('id-1');
      expect((await store.findByContract('deploy', 'C-b'))?.hash).toBe('b');
      expect([
        await store.find('id-2'),
        await store.findByRequest('x'),
        await store.findByHash('x'),
        await store.findByContract('deploy', 'x'),
      ]).toEqual(Array(4).fill(undefined));
    });

    test('an offer is claimed once; a claim that died with its process can be taken over', async () => {
      const { store, at } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'granted', before: 'offered' });
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({
        kind: 'refused',
        because: { hash: 'a', state: 'sending' },
      });
      at(60_001);
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'granted', before: 'sending' });
    });

    test('a claim that was taken over may still say that it settled, and nothing else', async () => {
      const { store, at } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      const first = await send(store, 'a');
      at(60_001);
      const second = await send(store, 'a');
      for (const state of ['offered', 'unknown', 'rejected'] as const) {
        await store.record('a', first, state);
        expect((await store.findByHash('a'))?.state).toBe('sending');
      }
      await store.record('a', first, 'settled', settlement);
      await store.record('a', second, 'unknown');
      expect(await store.findByHash('a')).toMatchObject({ state: 'settled', settlement });
    });

    test('only what is undecided is resolved by another word', async () => {
      const { store } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      await store.resolve('a', 'settled', settlement);
      expect((await store.findByHash('a'))?.state).toBe('offered');
      await send(store, 'a', 'unknown');
      await store.resolve('a', 'settled', settlement);
      await store.resolve('a', 'rejected', settlement);
      expect(await store.findByHash('a')).toMatchObject({ state: 'settled', settlement });
    });

    test.each(['sending', 'unknown', 'settled'] as const)(
      'while one offer is %s, no other of its handle is sent, added or discarded',
      async (state) => {
        const { store, at } = storeAt(place());
        await put(store, 'key', 'id', offer('a'));
        await put(store, 'key', 'id', offer('b'));
        await send(store, 'a', state === 'sending' ? undefined : state);
        at(24 * HOUR);
        expect(await store.claim('b', 'signed', 60_000)).toMatchObject({
          kind: 'refused',
          because: { hash: 'a', state },
        });
        const code = state === 'settled' ? 'ALREADY_SETTLED' : 'OUTCOME_UNKNOWN';
        await expect(put(store, 'key', 'id', offer('c'))).rejects.toThrowError(expect.objectContaining({ code }));
        await expect(store.remove('id')).rejects.toThrowError(expect.objectContaining({ code }));
        expect((await store.find('id'))?.offers).toHaveLength(2);
      },
    );

    test.each(['offered', 'rejected'] as const)('after one was %s, another may be sent', async (state) => {
      const { store } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      await put(store, 'key', 'id', offer('b'));
      await send(store, 'a', state);
      expect((await store.claim('b', 'signed', 60_000)).kind).toBe('granted');
    });

    test('what the ledger refused is not sent again', async () => {
      const { store } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      await send(store, 'a', 'rejected');
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({
        kind: 'refused',
        because: { state: 'rejected' },
      });
    });

    test('a transaction that was offered for another request is not offered for this one', async () => {
      const { store } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      await expect(put(store, 'other', 'id-2', offer('a'))).rejects.toThrowError(
        expect.objectContaining({ code: 'TRANSACTION_MISMATCH' }),
      );
      expect(await store.find('id-2')).toBeUndefined();
    });

    test('older offers of a handle go once they can no longer be signed', async () => {
      const { store, at } = storeAt(place());
      await put(store, 'key', 'id', offer('a', 1_000));
      await put(store, 'key', 'id', offer('b', 3_000));
      at(2_000);
      await put(store, 'key', 'id', offer('c', 4_000));
      expect((await store.find('id'))?.offers.map(({ hash }) => hash)).toEqual(['c', 'b']);
    });

    test.each<[string, (store: Store, at: (now: number) => void) => Promise<void>]>([
      [
        'renewed',
        async (store, at) => {
          at(2_000);
          await put(store, 'key', 'id', offer('b', 3_000));
        },
      ],
      ['discarded', async (store) => store.remove('id')],
      [
        'forgotten after a day',
        async (store, at) => {
          at(25 * HOUR);
          await put(store, 'later', 'later', offer('later', 26 * HOUR));
        },
      ],
    ])('an offer that was %s is remembered for 30 days after its end, without its transaction', async (_, lose) => {
      const { store, at } = storeAt(place());
      await put(store, 'key', 'id', offer('a', 1_000));
      await lose(store, at);
      expect(await store.findByHash('a')).toBeUndefined();
      const remembered = { hash: 'a', handle: 'id', contractId: 'C-a', sequence: '7', offeredAt: 0, expiresAt: 1_000 };
      at(30 * DAY + 1_000);
      await put(store, 'other', 'other', offer('other', 31 * DAY));
      expect(await store.findPast('a')).toEqual(remembered);
      // What is old is looked for when an escrow is renewed, too.
      at(30 * DAY + 61_000);
      await put(store, 'other', 'other', offer('newer', 31 * DAY));
      expect(await store.findPast('a')).toBeUndefined();
    });

    test('an offer that was sent is not taken for a late one, whatever became of it', async () => {
      const { store, at } = storeAt(place());
      for (const state of ['settled', 'unknown'] as const) {
        await put(store, state, state, offer(state, 1_000));
        await send(store, state, state);
      }
      at(31 * DAY);
      await put(store, 'other', 'other', offer('other', 32 * DAY));
      expect([await store.find('settled'), (await store.find('unknown'))?.id]).toEqual([undefined, 'unknown']);
      expect([await store.findPast('settled'), await store.findPast('unknown')]).toEqual([undefined, undefined]);
    });

    test('an offer that is given again for its request is one to sign, not one of the past', async () => {
      const { store } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      await store.remove('id');
      await put(store, 'key', 'id-2', offer('a'));
      expect(await store.findPast('a')).toBeUndefined();
      expect(await store.findByHash('a')).toMatchObject({ handle: 'id-2', state: 'offered' });
    });

    test('one that was prepared elsewhere is sent once too', async () => {
      const { store } = storeAt(place());
      expect(await store.addForeign(offer('f'))).not.toHaveProperty('handle');
      await send(store, 'f', 'settled');
      expect(await store.addForeign(offer('f'))).toMatchObject({ state: 'settled' });
      expect((await store.claim('f', 'signed', 60_000)).kind).toBe('refused');
    });

    test('a full store refuses, makes room from what can no longer be signed, and never drops what may have been sent', async () => {
      const { store, at } = storeAt(place());
      for (let index = 0; index < MAX_HANDLES; index++) await put(store, `k${index}`, `id${index}`, offer(`h${index}`));
      await expect(put(store, 'one more', 'more', offer('more'))).rejects.toThrowError(/full/);
      await send(store, 'h0');
      await send(store, 'h1', 'unknown');
      await send(store, 'h2', 'settled');
      at(100_001);
      // A settled one takes no room from those that wait.
      expect(await put(store, 'one more', 'more', offer('more', 200_000))).toBe('more');
      expect(await store.find('id3')).toBeDefined();
      expect(await put(store, 'another', 'another', offer('another', 200_000))).toBe('another');
      expect(await keptOf(store, ['id0', 'id1', 'id2', 'id3'])).toEqual(['id0', 'id1', 'id2']);
    });

    test('what was never sent is forgotten after a day, what settled after a month, what is unknown never', async () => {
      const { store, at } = storeAt(place());
      for (const name of ['unsent', 'settled', 'unknown']) await put(store, name, name, offer(name));
      await send(store, 'settled', 'settled');
      await send(store, 'unknown', 'unknown');
      const kept = () => keptOf(store, ['unsent', 'settled', 'unknown']);
      at(25 * HOUR);
      await put(store, 'later', 'later', offer('later', 26 * HOUR));
      expect(await kept()).toEqual(['settled', 'unknown']);
      at(31 * 24 * HOUR);
      await put(store, 'latest', 'latest', offer('latest', 32 * 24 * HOUR));
      expect(await kept()).toEqual(['unknown']);
    });

    test('offers of the past take no room from those that wait', async () => {
      const { store, at } = storeAt(place());
      for (let index = 0; index < MAX_HANDLES; index++)
        await put(store, `k${index}`, `id${index}`, offer(`h${index}`, 1_000));
      at(2_000);
      for (let index = 0; index < MAX_HANDLES; index++) await put(store, `l${index}`, `la${index}`, offer(`i${index}`));
      expect([(await store.findPast('h0'))?.handle, (await store.find('la0'))?.id]).toEqual(['id0', 'la0']);
      await expect(put(store, 'more', 'more', offer('more'))).rejects.toThrowError(/full/);
    });

    describe.runIf(isShared)('shared', () => {
      test('what was recorded is there after closing, and for a second process at once', async () => {
        const open = place();
        const first = opened(open, 'sandbox');
        await put(first, 'key', 'id', offer('a'));
        const second = opened(open, 'sandbox');
        await send(second, 'a', 'settled');
        expect((await first.claim('a', 'signed', 60_000)).kind).toBe('refused');
        await first.close();
        expect(await second.findByHash('a')).toMatchObject({ state: 'settled', settlement });
      });

      test('a handle is seen on its own network alone', async () => {
        const open = place();
        const sandbox = opened(open, 'sandbox');
        await put(sandbox, 'key', 'id', offer('a'));
        const testnet = opened(open, 'testnet');
        expect([(await sandbox.find('id'))?.id, await testnet.find('id')]).toEqual(['id', undefined]);
      });
    });
  });
}
