/** Of the store's specification: what one process makes at a time. */
import { describe, expect, test } from 'vitest';
import { type OpenStore, opened } from './store-scene.ts';

export function describeLeases(place: () => OpenStore): void {
  describe('leases', () => {
    test('nobody else has one until it is given back, and whoever has it may take it again', async () => {
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

    test('that of one who died ends by itself', async () => {
      const store = opened(place(), 'sandbox', Date.now);
      expect(await store.takeLease('key', 'ada', 200)).toBe(true);
      expect(await store.takeLease('key', 'bob', 200)).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await store.takeLease('key', 'bob', 200)).toBe(true);
      expect(await store.takeLease('key', 'ada', 200)).toBe(false);
    });
  });
}
