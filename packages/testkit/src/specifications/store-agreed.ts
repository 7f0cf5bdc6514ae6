/** Of the store's specification: what wallets agreed to. */
import type { Store } from '@countersign/core';
import type { Agreement } from '@countersign/core/internal/actions/agreed-terms';
import { describe, expect, test } from 'vitest';
import { DAY, decision, LOCAL, offer, put, type StoreScene } from './store-scene.ts';

export const agreement = (changes: Partial<Agreement> = {}): Agreement => ({
  escrow: 'C-escrow',
  wallet: 'G-client',
  action: 'fund',
  isEnforced: true,
  terms: { roles: {}, platformFeePercent: '5', token: 'C-token', milestones: [{ amount: '1' }], texts: 'hash' },
  ...changes,
});

const fee = (platformFeePercent: string) => ({ terms: { ...agreement().terms, platformFeePercent } });

/** Hands out a transaction of this hash, with this sequence number. */
const handOut = (store: Store, hash: string, sequence: string, changes: Partial<Agreement> = {}) =>
  put(store, `key-${hash}`, `id-${hash}`, offer(hash, 1_000, { sequence }), {}, { agreement: agreement(changes) });

const found = async (store: Store) =>
  (await store.agreedTerms('C-escrow')).map(({ wallet, action, terms }) => [wallet, action, terms.platformFeePercent]);

export function describeAgreed({ store, at }: StoreScene): void {
  describe('agreed terms', () => {
    test('count once the ledger settled their transaction, and are returned as they were stored', async () => {
      at(5);
      await handOut(store, 'a', '7');
      expect(await store.agreedTerms('C-escrow')).toEqual([]);
      for (const state of ['dead', 'rejected'] as const) await store.decide('a', decision(state));
      expect(await store.agreedTerms('C-escrow')).toEqual([]);
      // Another look at the ledger corrects that.
      await store.decide('a', decision('settled'));
      expect(await store.agreedTerms('C-escrow')).toEqual([{ ...agreement(), sequence: '7', offeredAt: 5 }]);
      expect(await store.agreedTerms('C-other')).toEqual([]);
    });

    test('of a deploy count before its outcome was read', async () => {
      await handOut(store, 'a', '7', { action: 'deploy' });
      expect(await found(store)).toEqual([['G-client', 'deploy', '5']]);
    });

    test('are those of each wallet’s last transaction and of the deploy, in whatever order the outcomes are read', async () => {
      // Longer by a digit, and so later.
      const rows = [
        ['deploy', '8', { action: 'deploy' }],
        ['first', '9', fee('6')],
        ['second', '10', fee('7')],
        ['other', '3', { ...fee('8'), wallet: 'G-worker', isEnforced: false }],
      ] as const;
      for (const [index, [hash, sequence, changes]] of rows.entries()) {
        at(index);
        await handOut(store, hash, sequence, changes);
      }
      for (const hash of ['other', 'second', 'first', 'deploy']) await store.decide(hash, decision('settled'));
      expect(await found(store)).toEqual([
        ['G-worker', 'fund', '8'],
        ['G-client', 'fund', '7'],
        ['G-client', 'deploy', '5'],
      ]);
    });

    test('stay when their request is forgotten, as settled or by its owner', async () => {
      await handOut(store, 'a', '7', { action: 'deploy' });
      await handOut(store, 'b', '8', { wallet: 'G-worker' });
      for (const hash of ['a', 'b']) await store.decide(hash, decision('settled'));
      at(2 * DAY);
      await store.forget('id-a', false);
      await store.forgetSettled('local', 2 * DAY);
      at(400 * DAY);
      await store.sweep();
      expect(await store.preparedRequestsOf(LOCAL, 9)).toEqual([]);
      expect((await found(store)).toSorted()).toEqual([
        ['G-client', 'deploy', '5'],
        ['G-worker', 'fund', '5'],
      ]);
    });

    test('that were not signed are kept as long as their transaction is remembered', async () => {
      await handOut(store, 'a', '7', { action: 'deploy' });
      await store.decide('a', { state: 'dead' });
      at(15 * DAY);
      await store.sweep();
      expect([await store.findByHash('a'), await found(store)]).toMatchObject([
        undefined,
        [['G-client', 'deploy', '5']],
      ]);
      at(31 * DAY);
      // The first sweep forgets the transaction, or the terms by then.
      await store.sweep();
      await store.sweep();
      expect(await found(store)).toEqual([]);
    });

    test('of a transaction that was prepared elsewhere count as well', async () => {
      await store.addForeign(offer('a'), agreement({ action: 'deploy' }));
      expect(await found(store)).toEqual([['G-client', 'deploy', '5']]);
    });
  });
}
