/** Of the store's specification: what followers of escrows were told last. */
import { describe, expect, test } from 'vitest';
import { type OpenStore, storeAt } from './store-scene.ts';

const ADA = { tenant: 'guild', id: 'ada' };
const told = (...each: [escrow: string, ledger: number, state: string][]) =>
  new Map(each.map(([escrow, ledger, state]) => [escrow, { ledger, state }]));

export function describeTold(place: () => OpenStore): void {
  describe('what was told', () => {
    test('keeps the last state for each follower and escrow, and returns only the requested ones', async () => {
      const { store } = storeAt(place());
      await store.setTold(ADA, 'channel', told(['a', 1, 'one'], ['b', 2, 'two']));
      await store.setTold(ADA, 'channel', told(['a', 3, 'three']));
      await store.setTold(ADA, 'other', told(['a', 4, 'four']));
      expect(await store.toldTo(ADA, 'channel', ['a', 'b', 'c'])).toEqual(told(['a', 3, 'three'], ['b', 2, 'two']));
      expect(await store.toldTo(ADA, 'channel', ['b'])).toEqual(told(['b', 2, 'two']));
      expect(await store.toldTo(ADA, 'other', ['a'])).toEqual(told(['a', 4, 'four']));
    });

    test('belongs to one person and one network', async () => {
      const open = place();
      const { store } = storeAt(open);
      await store.setTold(ADA, 'channel', told(['a', 1, 'one']));
      for (const person of [
        { tenant: 'guild', id: 'bob' },
        { tenant: 'other', id: 'ada' },
      ]) {
        expect(await store.toldTo(person, 'channel', ['a'])).toEqual(new Map());
      }
      const elsewhere = open('testnet', Date.now);
      expect(await elsewhere.toldTo(ADA, 'channel', ['a'])).toEqual(new Map());
      await elsewhere.close();
    });
  });
}
