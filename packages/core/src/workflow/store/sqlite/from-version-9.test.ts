/** What becomes of a version 9 file: nothing of it changes, and what changes from now on is reported. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { openDataFile } from '../../../platform/data-file.ts';
import { MAX_CHANGES } from '../limits.ts';
import { STORE_FORMAT } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('existing handles are not changes, but their later outcomes are', async () => {
  const folder = temporaryFolder();
  const steps = STORE_FORMAT.steps.filter(({ version }) => version <= 9);
  const before = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  before.exec(`
    INSERT INTO handle (id, page_id, network, request_key, request) VALUES ('id', 'page', 'sandbox', 'key', '{}');
    INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state)
      VALUES ('h', 'id', 'AAAA', 'C', 1, 2, '[]', 'offered');`);
  before.close();

  const store = openSqliteStore(folder, 'sandbox');
  onTestFinished(() => store.close());
  expect(await store.changedSince(0)).toEqual({ cursor: 0, handles: [] });
  // Nobody could ask for several milestones at once.
  expect(await store.find('id')).not.toHaveProperty('plan');
  await store.decide('h', { state: 'dead' });
  const { cursor, handles } = await store.changedSince(0);
  expect(handles).toEqual(['id']);
  expect(await store.changedSince(undefined)).toEqual({ cursor, handles: [] });
});

test('forgets old changes and never reuses a number', async () => {
  const folder = temporaryFolder();
  const store = openSqliteStore(folder, 'sandbox');
  const file = new DatabaseSync(path.join(folder, STORE_FORMAT.name));
  onTestFinished(async () => {
    file.close();
    await store.close();
  });
  const numbers = () => file.prepare('SELECT number FROM change ORDER BY number').all();
  file.exec(`INSERT INTO change (number, handle) VALUES (1, 'old'), (2, 'kept'), (${MAX_CHANGES + 1}, 'new')`);
  await store.sweep();
  expect(numbers()).toEqual([{ number: 2 }, { number: MAX_CHANGES + 1 }]);
  file.exec("DELETE FROM change WHERE handle = 'new'; INSERT INTO change (handle) VALUES ('newer')");
  expect(numbers().at(-1)).toEqual({ number: MAX_CHANGES + 2 });
});
