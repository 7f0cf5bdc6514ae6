import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { offer, put, send } from '@countersign/testkit/specifications/store-scene';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { createChangeFeed } from './change-feed.ts';

function start(everyMs?: number) {
  const folder = temporaryFolder();
  const open = () => {
    const store = openSqliteStore(folder, 'sandbox', () => 0);
    onTestFinished(() => store.close());
    return store;
  };
  const store = open();
  const state = { asked: 0, isAway: false, warned: 0 };
  const counting = {
    changedSince: async (cursor: number | undefined) => {
      state.asked += 1;
      if (state.isAway) throw new Error('away');
      return await store.changedSince(cursor);
    },
  };
  const feed = createChangeFeed(counting, () => void state.warned++, everyMs);
  onTestFinished(() => feed.close());
  /** Counts the notifications of one request. */
  const listen = (id: string) => {
    const heard = { times: 0, end: () => {} };
    heard.end = feed.onChange(id, () => {
      heard.times += 1;
    });
    return heard;
  };
  return { open, store, listen, state };
}

test('notifies a listener of its own request until it ends, also when another process writes', async () => {
  const { open, store, listen } = start(20);
  const [one, two, again] = [listen('one'), listen('two'), listen('one')];
  // What was read before the first answer may be over.
  await expect.poll(() => [one.times, two.times, again.times]).toEqual([1, 1, 1]);
  await put(store, 'one', 'one', offer('a'));
  await expect.poll(() => [one.times, two.times, again.times]).toEqual([2, 1, 2]);
  again.end();
  await put(store, 'two', 'two', offer('b'));
  await send(open(), 'a', 'settled');
  await expect.poll(() => [one.times, two.times, again.times]).toEqual([3, 2, 2]);
});

test('asks the store once in 250 ms for a thousand listeners, and never without one', async () => {
  const { store, listen, state } = start();
  await sleep(300);
  expect(state.asked).toBe(0);
  const all = Array.from({ length: 1_000 }, (_, at) => listen(`h${at}`));
  const begun = performance.now();
  // Each is notified once at the beginning, however long that takes.
  await expect.poll(() => all.every(({ times }) => times === 1)).toBe(true);
  await put(store, 'h7', 'h7', offer('a'));
  await expect.poll(() => all[7]?.times).toBe(2);
  await sleep(1_000);
  const most = Math.ceil((performance.now() - begun) / 250) + 1;
  expect(state.asked).toBeLessThanOrEqual(most);
  for (const each of all) each.end();
  await sleep(600);
  const atEnd = state.asked;
  await put(store, 'h8', 'h8', offer('b'));
  await sleep(600);
  expect(state.asked).toBe(atEnd);
  // And it begins again.
  const later = listen('h8');
  await expect.poll(() => later.times).toBe(1);
});

test('asks a store that failed again from the last cursor, and warns once', async () => {
  const { store, listen, state } = start(20);
  const one = listen('one');
  await expect.poll(() => one.times).toBe(1);
  state.isAway = true;
  await expect.poll(() => state.warned).toBe(1);
  await put(store, 'one', 'one', offer('a'));
  await sleep(200);
  expect(one.times).toBe(1);
  state.isAway = false;
  await expect.poll(() => one.times).toBe(2);
  expect(state.warned).toBe(1);
});
