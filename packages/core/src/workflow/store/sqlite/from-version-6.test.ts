/** What becomes of a version 6 file: nothing of it changes, and from now on links to a list are kept in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDataFile } from '../../../platform/data-file.ts';
import { LOCAL_PERSON } from '../../model/person.ts';
import { STORE_FORMAT } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('keeps what was last reported to followers, and can open a list', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const steps = STORE_FORMAT.steps.filter(({ version }) => version <= 6);
  const before = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  before.exec(
    "INSERT INTO told (network, tenant, person, follower, escrow, ledger, state) VALUES ('sandbox', 'local', 'local', 'f', 'C', 7, 's')",
  );
  before.close();

  const store = openSqliteStore(folder, 'sandbox');
  onTestFinished(() => store.close());
  expect(await store.reportedTo(LOCAL_PERSON, 'f', ['C'])).toEqual(new Map([['C', { ledger: 7, state: 's' }]]));
  const expiresAt = Date.now() + 60_000;
  await store.addListLink(LOCAL_PERSON, { hash: 'link', expiresAt });
  expect(await store.useListLink('link', { hash: 'session', expiresAt })).toEqual(LOCAL_PERSON);
});
