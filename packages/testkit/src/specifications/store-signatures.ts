/** Of the store's specification: signatures that wait for others. */
import { describe, expect, test } from 'vitest';
import { type OpenStore, offer, put, send, storeAt } from './store-scene.ts';

const by = (signer: string, signature = `by ${signer}`) => ({ signer, signature });

export function describeSignatures(place: () => OpenStore): void {
  describe('signatures', () => {
    test('over an offer are kept and returned, the last of each signer', async () => {
      const { store } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      expect(await store.keepSignatures('a', [by('G1')])).toEqual([by('G1')]);
      expect(await store.keepSignatures('a', [by('G2'), by('G1', 'another')])).toEqual([by('G1', 'another'), by('G2')]);
      expect(await store.keepSignatures('a', [])).toHaveLength(2);
      expect(await store.signaturesOf('id')).toEqual([
        { ...by('G1', 'another'), hash: 'a' },
        { ...by('G2'), hash: 'a' },
      ]);
      expect(await store.signaturesOf('other')).toEqual([]);
    });

    test('are dropped when a newer offer is added, but their signers are remembered', async () => {
      const { store } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      await store.keepSignatures('a', [by('G1'), by('G2')]);
      await put(store, 'key', 'id', offer('b'));
      expect(await store.signaturesOf('id')).toEqual([
        { signer: 'G1', hash: 'a' },
        { signer: 'G2', hash: 'a' },
      ]);
      expect(await store.keepSignatures('b', [by('G2')])).toEqual([by('G2')]);
    });

    test('are kept only over what is still to be signed: the newest, neither sent nor ended', async () => {
      const { store } = storeAt(place());
      await put(store, 'key', 'id', offer('a'));
      await put(store, 'key', 'id', offer('b'));
      expect(await store.keepSignatures('a', [by('G1')])).toBeUndefined();
      await send(store, 'b', 'unknown');
      expect(await store.keepSignatures('b', [by('G1')])).toBeUndefined();
      await put(store, 'other', 'other', offer('c'));
      await store.end('other', { as: 'discarded', at: 0 });
      expect(await store.keepSignatures('c', [by('G1')])).toBeUndefined();
      expect(await store.keepSignatures('unknown', [by('G1')])).toBeUndefined();
      expect([...(await store.signaturesOf('id')), ...(await store.signaturesOf('other'))]).toEqual([]);
    });
  });
}
