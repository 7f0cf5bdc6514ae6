/** Of the store's specification: what changed, for all that waits in a process. */
import type { Store } from '@countersign/core';
import { describe, expect, test } from 'vitest';
import { DAY, offer, opened, put, type StoreScene, send } from './store-scene.ts';

/** Tells what changed since it was asked last. */
async function listen(store: Store): Promise<() => Promise<readonly string[]>> {
  let { cursor } = await store.changedSince(undefined);
  return async () => {
    const changed = await store.changedSince(cursor);
    cursor = changed.cursor;
    return changed.requestIds;
  };
}

export function describeChanges({ store, at, open }: StoreScene, isShared: boolean): void {
  describe('changes', () => {
    test('reports every change of a handle’s state once, in order, and no mere reads', async () => {
      await put(store, 'before', 'before', offer('x'));
      const reportOf = await listen(store);
      expect(await reportOf()).toEqual([]);
      await put(store, 'one', 'one', offer('a'));
      await put(store, 'two', 'two', offer('b'));
      await send(store, 'a', 'unknown');
      expect(await reportOf()).toEqual(['two', 'one']);
      expect(await reportOf()).toEqual([]);
      await store.keepSignatures('b', [{ signer: 'G', signature: 's' }] as never);
      expect(await reportOf()).toEqual(['two']);
      await store.replaceRisk('two', { stops: [{ code: 'ESCROW_FINISHED', params: {} }], warnings: [], facts: [] });
      expect(await reportOf()).toEqual(['two']);
      await store.confirm('two', 'content', 'ada');
      expect(await reportOf()).toEqual(['two']);
      await store.confirm('two', 'content', 'ada');
      await store.opened('two');
      await store.find('two');
      expect(await reportOf()).toEqual([]);
      await store.end('two', { as: 'discarded', at: 0 });
      await store.decide('a', { state: 'settled' });
      expect(await reportOf()).toEqual(['two', 'one']);
      at(DAY);
      await store.forget('one', true);
      expect(await reportOf()).toEqual(['one']);
      await put(store, 'one', 'three', offer('c'));
      expect(await reportOf()).toEqual(['three']);
    });

    test('reports the same end again while no one writes, also from an earlier cursor', async () => {
      const { cursor } = await store.changedSince(undefined);
      await put(store, 'one', 'one', offer('a'));
      const now = await store.changedSince(cursor);
      expect(now.requestIds).toEqual(['one']);
      expect(await store.changedSince(now.cursor)).toEqual({ cursor: now.cursor, requestIds: [] });
      expect((await store.changedSince(cursor)).requestIds).toEqual(['one']);
      expect((await store.changedSince(undefined)).cursor).toBe(now.cursor);
    });

    test.runIf(isShared)('also what another process changes', async () => {
      const first = opened(open, 'sandbox');
      const second = opened(open, 'sandbox');
      const reportOf = await listen(second);
      await put(first, 'key', 'id', offer('a'));
      expect(await reportOf()).toEqual(['id']);
      await put(second, 'other', 'other', offer('b'));
      await send(first, 'a', 'settled');
      expect(await reportOf()).toEqual(['other', 'id']);
    });
  });
}
