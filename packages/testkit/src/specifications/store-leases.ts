/** Of the store's specification: what one process makes at a time. */
import { describe, expect, test } from 'vitest';
import { type OpenStore, opened } from './store-scene.ts';

export function describeLeases(place: () => OpenStore): void {
  describe('leases', () => {
    test('only its holder has a lease until it is given back, and the holder may renew it', async () => {
      const store = opened(place(), 'sandbox', Date.now);
      expect(await store.takeLease('key', 'ada', 60_000)).toBe(true);
      expect(await store.takeLease('key', 'ada', 60_000)).toBe(true);
      expect(await store.takeLease('key', 'bob', 60_000)).toBe(false);
      expect(await store.takeLease('other', 'bob', 60_000)).toBe(true);
      await store.dropLease('key', 'bob');
      expect(await store.takeLease('key', 'bob', 60_000)).toBe(false);
      await store.dropLease('key', 'ada');
      expect(await store.takeLease('key', 'bob', 60_000)).toBe(true);
    });

    test('a dead holder’s lease expires', async () => {
      const store = opened(place(), 'sandbox', Date.now);
      expect(await store.takeLease('key', 'ada', 200)).toBe(true);
      expect(await store.takeLease('key', 'bob', 200)).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await store.takeLease('key', 'bob', 200)).toBe(true);
      expect(await store.takeLease('key', 'ada', 200)).toBe(false);
    });
  });
}
