/** Of the store's specification: what people are asked to sign so that a wallet is proven, and what was proven. */
import { describe, expect, test } from 'vitest';
import { ADA, BOB, type StoreScene } from './store-scene.ts';

const [OURS, OTHER] = ['GA', 'GB'];
export const proofRequest = (hash: string, address = OURS, expiresAt = 1_000) => ({
  ...{ hash, address, expiresAt, code: 'c0de', person: 'Ada', place: 'Design', host: 'sign.example.org' },
  language: 'es' as const,
});

export function describeProofs({ store, at }: StoreScene): void {
  describe('proofs of wallets', () => {
    test('a proof is accepted once, in time, and only for its person and wallet', async () => {
      await store.askProof(ADA, proofRequest('one'));
      expect(await store.proofAsked('one')).toEqual(proofRequest('one'));
      expect([await store.proofAsked('two'), await store.prove('two')]).toEqual([undefined, false]);
      expect(await store.provenAt(ADA, OURS)).toBeUndefined();
      at(700);
      expect(await Promise.all([store.prove('one'), store.prove('one'), store.prove('one')])).toEqual(
        expect.arrayContaining([true, false, false]),
      );
      expect([await store.proofAsked('one'), await store.prove('one')]).toEqual([undefined, false]);
      expect(await store.provenAt(ADA, OURS)).toBe(700);
      expect(await store.proversOf('guild', OURS)).toEqual(['ada']);
      expect([await store.proversOf('guild', OTHER), await store.proversOf('elsewhere', OURS)]).toEqual([[], []]);
      expect([
        await store.provenAt(ADA, OTHER),
        await store.provenAt(BOB, OURS),
        await store.provenAt({ ...ADA, tenant: 'elsewhere' }, OURS),
      ]).toEqual([undefined, undefined, undefined]);
      at(5_000);
      await store.askProof(BOB, proofRequest('bob', OURS, 6_000));
      expect(await store.provenAt(ADA, OURS)).toBe(700);
      expect(await store.proversOf('guild', OURS)).toEqual(['ada']);
      await store.prove('bob');
      expect(await store.proversOf('guild', OURS)).toEqual(['ada', 'bob']);
    });

    test('a late or replaced one proves nothing', async () => {
      await store.askProof(ADA, proofRequest('first'));
      await store.askProof(ADA, proofRequest('second'));
      await store.askProof(BOB, proofRequest('late', OTHER, 500));
      expect([await store.proofAsked('first'), await store.prove('first')]).toEqual([undefined, false]);
      at(500);
      expect([await store.proofAsked('late'), await store.prove('late')]).toEqual([undefined, false]);
      expect(await store.prove('second')).toBe(true);
    });

    test('opens one session for one proof, in concurrent calls too, and ends it alone or in time', async () => {
      const wallet = { origin: 'https://sign.example.org', address: OURS };
      const open = (proof: string, hash: string) =>
        store.openWalletSession(wallet, { hash: proof, expiresAt: 500 }, { hash, expiresAt: 1_000 });
      const calls = ['a', 'b', 'c'].map((session) => open('proof', session));
      expect((await Promise.all(calls)).toSorted()).toEqual([false, false, true]);
      expect(await open('other', 'd')).toBe(true);
      expect(await store.walletSession('d')).toEqual(wallet);
      expect([await store.listSession('d'), await store.walletSession('proof')]).toEqual([undefined, undefined]);
      expect(await open('third', 'e')).toBe(true);
      await store.endListSession('e');
      await store.endWalletSession('d');
      expect([await store.walletSession('d'), await store.walletSession('e')]).toEqual([undefined, wallet]);
      at(1_000);
      expect(await store.walletSession('e')).toBeUndefined();
    });

    test('the same wallet stays proven when it is asked about again, a different one does not', async () => {
      await store.askProof(ADA, proofRequest('one'));
      at(100);
      await store.prove('one');
      await store.askProof(ADA, proofRequest('again'));
      expect(await store.provenAt(ADA, OURS)).toBe(100);
      await store.askProof(ADA, proofRequest('new', OTHER));
      expect([await store.provenAt(ADA, OURS), await store.provenAt(ADA, OTHER)]).toEqual([undefined, undefined]);
      await store.prove('new');
      expect(await store.provenAt(ADA, OTHER)).toBe(100);
    });
  });
}
