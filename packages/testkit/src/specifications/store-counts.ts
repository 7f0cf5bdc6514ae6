/** Of the store's specification: how many handles there are in each state. */
import { describe, expect, test } from 'vitest';
import { type After, type OpenStore, offer, put, send, storeAt } from './store-scene.ts';

export function describeCounts(place: () => OpenStore): void {
  describe('counts', () => {
    test('count each handle of this network once, by its deciding offer', async () => {
      const open = place();
      const { store } = storeAt(open);
      expect(await store.handleCounts()).toEqual({});
      const sent: readonly After[] = ['accepted', 'unknown', 'settled', 'taken', 'rejected'];
      for (const state of sent) {
        await put(store, `key ${state}`, `id-${state}`, offer(`hash-${state}`));
        await send(store, `hash-${state}`, state);
      }
      await put(store, 'sending', 'id-sending', offer('sending'));
      await send(store, 'sending');
      await put(store, 'open', 'id-open', offer('open'));
      await put(store, 'open', 'id-open', offer('renewed'));
      await put(store, 'over', 'id-over', offer('over'));
      await store.end('id-over', { as: 'discarded', at: 0 });
      expect(await store.handleCounts()).toEqual({
        accepted: 1,
        unknown: 1,
        settled: 1,
        taken: 1,
        rejected: 1,
        sending: 1,
        offered: 1,
        ended: 1,
      });
      const elsewhere = open('testnet', Date.now);
      expect(await elsewhere.handleCounts()).toEqual({});
      await elsewhere.close();
    });
  });
}
