/** Two processes do not do the same at once, and the second learns that it waited. */
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { withLease } from './with-lease.ts';

/** A process of its own, as far as the store can see. */
function openProcess(folder: string) {
  const store = openSqliteStore(folder, 'sandbox', Date.now);
  onTestFinished(() => store.close());
  return { store, patience: { leaseMs: 5_000 }, call: () => ({}) } as Parameters<typeof withLease>[0];
}

test.each([
  ['one after another with the same key', 'deploy', ['one began', 'one ended', 'other, waited true']],
  ['at the same time with another key', 'fund', ['one began', 'other, waited false', 'one ended']],
])('%s', async (_, key, expected) => {
  const folder = temporaryFolder();
  const [one, other] = [openProcess(folder), openProcess(folder)];
  const happened: string[] = [];
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const first = withLease(one, 'deploy', async () => {
    happened.push('one began');
    began.resolve();
    await mayEnd.promise;
    happened.push('one ended');
  });
  await began.promise;
  const looked = Promise.withResolvers<void>();
  const { takeLease } = other.store;
  const looking = {
    ...other,
    store: {
      ...other.store,
      takeLease: async (...of: Parameters<typeof takeLease>) => {
        const taken = await takeLease(...of);
        looked.resolve();
        return taken;
      },
    },
  };
  const second = withLease(looking, key, async (waited) => {
    happened.push(`other, waited ${waited}`);
  });
  await looked.promise;
  if (key !== 'deploy') await second;
  mayEnd.resolve();
  await Promise.all([first, second]);
  expect(happened).toEqual(expected);
});
