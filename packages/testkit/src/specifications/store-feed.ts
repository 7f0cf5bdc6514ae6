/** Of the store's specification: the feed by which all that waits in a process is told of changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@countersign/core';
import { createChangeFeed } from '@countersign/core/internal/workflow/store/change-feed';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY, type OpenStore, offer, opened, put, send, storeAt } from './store-scene.ts';

/** @param place a new place for each test */
export function describeFeed(place: () => OpenStore, isShared: boolean): void {
  describe('the feed of a process', () => {
    const start = (everyMs?: number) => {
      const open = place();
      const store = opened(open, 'sandbox');
      let asked = 0;
      const counting = {
        changedSince: async (cursor: number | undefined) => {
          asked += 1;
          return await store.changedSince(cursor);
        },
      };
      const feed = createChangeFeed(counting, undefined, everyMs);
      onTestFinished(() => feed.close());
      /** How often it is told of a handle. */
      const listen = (handle: string) => {
        const heard = { times: 0, end: () => {} };
        heard.end = feed.onChange(handle, () => {
          heard.times += 1;
        });
        return heard;
      };
      return { open, store, feed, listen, asked: () => asked };
    };

    test('whoever waits is told of its own handle, until it ends', async () => {
      const { store, listen } = start(20);
      const [one, two, again] = [listen('one'), listen('two'), listen('one')];
      // What was read before the first answer may be over.
      await expect.poll(() => [one.times, two.times, again.times]).toEqual([1, 1, 1]);
      await put(store, 'one', 'one', offer('a'));
      await expect.poll(() => [one.times, two.times, again.times]).toEqual([2, 1, 2]);
      again.end();
      await put(store, 'two', 'two', offer('b'));
      await send(store, 'a', 'settled');
      await expect.poll(() => [one.times, two.times, again.times]).toEqual([3, 2, 2]);
    });

    test.runIf(isShared)('of what another process writes as well', async () => {
      const { open, listen } = start(20);
      const one = listen('one');
      await expect.poll(() => one.times).toBe(1);
      await put(opened(open, 'sandbox'), 'one', 'one', offer('a'));
      await expect.poll(() => one.times).toBe(2);
    });

    test('a thousand who wait cost one question in 250 ms, and nobody none', async () => {
      const { store, listen, asked } = start();
      await sleep(300);
      expect(asked()).toBe(0);
      const all = Array.from({ length: 1_000 }, (_, at) => listen(`h${at}`));
      const begun = performance.now();
      // Each is told once at the beginning, however long that takes.
      await expect.poll(() => all.every(({ times }) => times === 1)).toBe(true);
      await put(store, 'h7', 'h7', offer('a'));
      await expect.poll(() => all[7]?.times).toBe(2);
      await sleep(1_000);
      const most = Math.ceil((performance.now() - begun) / 250) + 1;
      expect(asked()).toBeLessThanOrEqual(most);
      for (const each of all) each.end();
      await sleep(600);
      const atEnd = asked();
      await put(store, 'h8', 'h8', offer('b'));
      await sleep(600);
      expect(asked()).toBe(atEnd);
      // And it begins anew.
      const later = listen('h8');
      await expect.poll(() => later.times).toBe(1);
    });

    test('a store that fails is asked again, from where it was', async () => {
      const store = opened(place(), 'sandbox');
      const warned: string[] = [];
      let isAway = false;
      const feed = createChangeFeed(
        {
          changedSince: async (cursor) => {
            if (isAway) throw new Error('away');
            return await store.changedSince(cursor);
          },
        },
        (_, message) => void warned.push(message),
        20,
      );
      onTestFinished(() => feed.close());
      let times = 0;
      feed.onChange('one', () => {
        times += 1;
      });
      await expect.poll(() => times).toBe(1);
      isAway = true;
      await expect.poll(() => warned.length).toBe(1);
      await put(store, 'one', 'one', offer('a'));
      await sleep(200);
      expect(times).toBe(1);
      isAway = false;
      await expect.poll(() => times).toBe(2);
      expect(warned).toHaveLength(1);
    });
  });
}

/** Tells what changed since it was asked last. */
async function listen(store: Store): Promise<() => Promise<readonly string[]>> {
  let { cursor } = await store.changedSince(undefined);
  return async () => {
    const changed = await store.changedSince(cursor);
    cursor = changed.cursor;
    return changed.handles;
  };
}

/** @param place a new place for each test */
export function describeChanges(place: () => OpenStore, isShared: boolean): void {
  describe('changes', () => {
    test('reports every change of a handle’s state once, in order, and no mere reads', async () => {
      const { store, at } = storeAt(place());
      await put(store, 'before', 'before', offer('x'));
      const told = await listen(store);
      expect(await told()).toEqual([]);
      await put(store, 'one', 'one', offer('a'));
      await put(store, 'two', 'two', offer('b'));
      await send(store, 'a', 'unknown');
      expect(await told()).toEqual(['two', 'one']);
      expect(await told()).toEqual([]);
      await store.keepSignatures('b', [{ signer: 'G', signature: 's' }] as never);
      expect(await told()).toEqual(['two']);
      await store.judge('two', { stops: [{ code: 'ESCROW_FINISHED', params: {} }], warnings: [], facts: [] });
      expect(await told()).toEqual(['two']);
      await store.confirm('two', 'content', 'ada');
      expect(await told()).toEqual(['two']);
      await store.confirm('two', 'content', 'ada');
      await store.opened('two');
      await store.find('two');
      expect(await told()).toEqual([]);
      await store.end('two', { as: 'discarded', at: 0 });
      await store.decide('a', { state: 'settled' });
      expect(await told()).toEqual(['two', 'one']);
      at(DAY);
      await store.forget('one', true);
      expect(await told()).toEqual(['one']);
      await put(store, 'one', 'three', offer('c'));
      expect(await told()).toEqual(['three']);
    });

    test('while nobody writes, the end is told again; also from an earlier cursor', async () => {
      const { store } = storeAt(place());
      const { cursor } = await store.changedSince(undefined);
      await put(store, 'one', 'one', offer('a'));
      const now = await store.changedSince(cursor);
      expect(now.handles).toEqual(['one']);
      expect(await store.changedSince(now.cursor)).toEqual({ cursor: now.cursor, handles: [] });
      expect((await store.changedSince(cursor)).handles).toEqual(['one']);
      expect((await store.changedSince(undefined)).cursor).toBe(now.cursor);
    });

    test.runIf(isShared)('also what another process changes', async () => {
      const open = place();
      const first = opened(open, 'sandbox');
      const second = opened(open, 'sandbox');
      const told = await listen(second);
      await put(first, 'key', 'id', offer('a'));
      expect(await told()).toEqual(['id']);
      await put(second, 'other', 'other', offer('b'));
      await send(first, 'a', 'settled');
      expect(await told()).toEqual(['other', 'id']);
    });
  });
}
