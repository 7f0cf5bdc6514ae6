import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { offer, put } from '@countersign/testkit/specifications/store-scene';
import { expect, test } from 'vitest';
import { hasHandles } from './has-handles.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('a folder has handles once something was prepared in it, and is not touched before', async () => {
  const folder = temporaryFolder();
  expect(hasHandles(folder)).toBe(false);
  expect(existsSync(join(folder, 'prepared.sqlite'))).toBe(false);
  const store = openSqliteStore(folder, 'sandbox');
  expect(hasHandles(folder)).toBe(false);
  await put(store, 'request', 'a', offer('hash'));
  expect(hasHandles(folder)).toBe(true);
  await store.close();
  expect(hasHandles(folder)).toBe(true);
});

test('leaves the error about an unreadable file to the desk', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'prepared.sqlite'), 'no database');
  expect(hasHandles(folder)).toBe(true);
});
