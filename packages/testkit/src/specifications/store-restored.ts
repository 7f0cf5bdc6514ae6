/** Of the store's specification: what a restored store does not know. */
import { describe, expect, test } from 'vitest';
import { DAY, type StoreScene } from './store-scene.ts';

export const GAP = {
  madeAt: 5,
  restoredAt: DAY,
  ledger: 7,
  sequences: { GADA: '41' },
  escrows: { CONE: 'a hash' },
  isRead: false,
};

export function describeRestored({ store, at }: StoreScene): void {
  test('keeps one secret of 32 bytes for all who ask', async () => {
    const [one, other] = await Promise.all([store.secret(), store.secret()]);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(other).toBe(one);
    expect(await store.secret()).toBe(one);
  });

  describe('the gap of a restored store', () => {
    test('is kept, and replaced', async () => {
      expect(await store.gap()).toBeUndefined();
      await store.setGap(GAP);
      await store.setGap({ ...GAP, isRead: true });
      expect(await store.gap()).toEqual({ ...GAP, isRead: true });
    });

    test('no longer matters when settled handles would be forgotten', async () => {
      await store.setGap(GAP);
      at(31 * DAY);
      expect(await store.gap()).toEqual(GAP);
      at(31 * DAY + 1);
      expect(await store.gap()).toBeUndefined();
    });
  });
}
