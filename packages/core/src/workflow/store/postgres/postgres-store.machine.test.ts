import type { Store } from '@countersign/core';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { describeStore } from '@countersign/testkit/specifications/store';
import type { OpenStore } from '@countersign/testkit/specifications/store-scene';
import { describe } from 'vitest';
import { openDatabase } from '../../../platform/postgres/database.ts';
import { openPostgresStore } from './postgres-store.ts';

/** Opened by its first call: the specification opens stores without waiting. */
function lazily(open: () => Promise<Store>): Store {
  let store: Promise<Store> | undefined;
  return new Proxy({} as Store, {
    get:
      (_, name: keyof Store) =>
      async (...args: unknown[]) => {
        store ??= open();
        return await ((await store)[name] as (...args: unknown[]) => unknown)(...args);
      },
  });
}

function place(): OpenStore {
  const url = newDatabase();
  return (network, now) => lazily(async () => await openPostgresStore(await openDatabase(await url), network, now));
}

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  describeStore('PostgreSQL', place, true);
});
