/** Of the store's specification: how escrows are listed by their titles, and what may be forgotten. */
import type { Store } from '@countersign/core';
import { describe, expect, test } from 'vitest';
import { request } from '../fixtures/deploy-fixture.ts';
import { ADA, BOB, DAY, HOUR, keep, offer, put, type StoreScene, send } from './store-scene.ts';

const keepTitled = (store: Store, id: string, title: string, owner = ADA) => keep(store, id, { title }, owner, HOUR);

export function describeTitles({ store, at }: StoreScene): void {
  describe('titles', () => {
    test('are found by the beginning of a word, newest first, own before shared', async () => {
      await keepTitled(store, 'logo', 'Logo für das Café');
      at(1);
      await keepTitled(store, 'site', 'Website', BOB);
      at(2);
      await keepTitled(store, 'menu', 'Menu of the cafe');
      const titles = async (prefix: string, most = 20) => (await store.titles(ADA, prefix, most)).map(({ id }) => id);
      expect(await titles('')).toEqual(['menu', 'logo']);
      expect(await titles('CAF')).toEqual(['menu', 'logo']);
      expect(await titles('', 1)).toEqual(['menu']);
      expect(await titles('afe')).toEqual([]);
      expect(await titles('logo f')).toEqual(['logo']);
      await store.grant('site', ADA, 'read');
      expect(await titles('')).toEqual(['menu', 'logo', 'site']);
      expect((await store.titles(ADA, '', 20)).map(({ isShared }) => isShared)).toEqual([undefined, undefined, true]);
      await send(store, 'h-menu', 'settled');
      const actionRequest = request({ title: 'Menu of the cafe' });
      expect(await store.titles(ADA, 'menu', 20)).toEqual([
        { id: 'menu', phase: 'settled', contractId: 'C-h-menu', unsignedXdr: 'AAAA', request: actionRequest },
      ]);
    });
  });

  test('a settled escrow of a tenant is found by the wallet of each party, after one’s own and shared ones', async () => {
    await keepTitled(store, 'own', 'Logo');
    at(1);
    for (const id of ['settled', 'waiting', 'shared']) await keepTitled(store, id, `Website ${id}`, BOB);
    await keepTitled(store, 'elsewhere', 'Website', { tenant: 'other', id: 'bob' });
    for (const hash of ['h-settled', 'h-elsewhere']) await send(store, hash, 'settled');
    await store.grant('shared', ADA, 'read');
    const { signer, roles } = request();
    const found = async (wallet?: string, prefix = '', most = 20) =>
      (await store.titles(ADA, prefix, most, wallet)).map(({ id }) => id);
    for (const wallet of [signer, roles.serviceProvider]) {
      expect(await found(wallet)).toEqual(['own', 'shared', 'settled']);
      expect(await found(wallet, 'websi')).toEqual(['shared', 'settled']);
      expect(await found(wallet, '', 1)).toEqual(['own']);
    }
    const [, , last] = await store.titles(ADA, '', 20, signer);
    expect(last).toMatchObject({ isParty: true, contractId: 'C-h-settled' });
    for (const wallet of [undefined, '', request().trustline.address])
      expect(await found(wallet)).toEqual(['own', 'shared']);
    expect((await store.titles(BOB, '', 20, signer)).map(({ isParty }) => isParty)).not.toContain(true);
  });

  describe('forgetting', () => {
    const notOver = expect.objectContaining({ code: 'NOT_OVER' });

    test('removes a handle once it is no longer needed', async () => {
      await keepTitled(store, 'logo', 'Logo');
      await send(store, 'h-logo', 'settled');
      await expect(store.forget('logo', true)).rejects.toThrowError(notOver);
      at(DAY);
      await store.forget('logo', true);
      expect([await store.find('logo'), await store.titles(ADA, '', 20)]).toEqual([undefined, []]);
      await expect(store.forget('logo', true)).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
    });

    test('forgets an escrow at once when no daily limit counts it, and keeps a payment for a day', async () => {
      await keepTitled(store, 'logo', 'Logo');
      await send(store, 'h-logo', 'settled');
      await store.forget('logo', false);
      expect(await store.find('logo')).toBeUndefined();
      await put(store, 'key', 'paid', offer('a', HOUR), { action: 'fund' });
      await send(store, 'a', 'settled');
      await expect(store.forget('paid', false)).rejects.toThrowError(notOver);
      at(DAY);
      await store.forget('paid', false);
    });

    test('is refused while its transaction may settle, even for an ended handle', async () => {
      await put(store, 'key', 'id', offer('a', HOUR));
      await store.end('id', { as: 'discarded', at: 0 });
      await expect(store.forget('id', false)).rejects.toThrowError(notOver);
      at(DAY);
      await expect(store.forget('id', false)).rejects.toThrowError(notOver);
      await store.decide('a', { state: 'dead' });
      await store.forget('id', false);
      expect(await store.find('id')).toBeUndefined();
    });

    test.each(['accepted', 'unknown', 'taken'] as const)('is refused of one that is %s, however old', async (after) => {
      await put(store, 'key', 'id', offer('a', HOUR));
      await send(store, 'a', after);
      at(99 * DAY);
      await expect(store.forget('id', false)).rejects.toThrowError(notOver);
    });
  });
}
