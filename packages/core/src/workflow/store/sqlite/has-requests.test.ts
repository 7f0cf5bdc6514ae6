import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { offer, put } from '@countersign/testkit/specifications/store-scene';
import { expect, test } from 'vitest';
import { hasRequests } from './has-requests.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('finds requests in a folder once something was prepared there, and does not touch it before', async () => {
  const folder = temporaryFolder();
  expect(hasRequests(folder)).toBe(false);
  expect(existsSync(join(folder, 'prepared.sqlite'))).toBe(false);
  const store = openSqliteStore(folder, 'sandbox');
  expect(hasRequests(folder)).toBe(false);
  await put(store, 'request', 'a', offer('hash'));
  expect(hasRequests(folder)).toBe(true);
  await store.close();
  expect(hasRequests(folder)).toBe(true);
});

test('leaves the error about an unreadable file to the desk', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'prepared.sqlite'), 'no database');
  expect(hasRequests(folder)).toBe(true);
});
