/** What wallets agreed to is found in data of earlier versions: in files, and in PostgreSQL. */
import { openSqliteStore, STORE_FORMAT, type Store } from '@countersign/core';
import { moveToDatabase, STORE_TABLES } from '@countersign/core/backup';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { migrate, openDatabase } from '@countersign/core/platform/postgres/database';
import { parseSettings } from '@countersign/core/settings';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { folderOfFile } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { MOVED_FILES } from '../tools/src/backup/formats.ts';
import { folderAfterUpdate, folderOfVersion, pay, RAISED_STOP, rowsOf } from './agreed-terms-scene.ts';
import { openJudgedScene } from './judged-scene.ts';

const scene = await openJudgedScene();
afterAll(() => scene.sandbox.close());
const { folder, escrow } = await folderAfterUpdate(scene, folderOfFile());
const expectBlocked = async (store: Store) =>
  expect((await pay(scene.openDesk({ store }).desk, escrow)).judgement.stops).toMatchObject([RAISED_STOP]);

const VERSIONS = [...new Set(STORE_FORMAT.steps.map(({ version }) => version))].filter((version) => version < 18);

test.each(VERSIONS)('blocks the client’s payment with a file of version %i', async (version) => {
  await expectBlocked(openSqliteStore(folderOfVersion(version, folder), 'sandbox'));
});

test('finds in a file of version 17 the terms of each transaction, next to one that cannot be read', async () => {
  const paid = await folderAfterUpdate(scene, folderOfFile(), true);
  const store = openSqliteStore(folderOfVersion(17, paid.folder), 'sandbox');
  onTestFinished(() => store.close());
  const agreed = await store.agreedTerms(paid.escrow);
  expect(agreed.map(({ action, isEnforced, terms }) => [action, isEnforced, terms.platformFeePercent])).toEqual([
    ['fund', true, '15'],
    ['update', true, '15'],
    ['deploy', true, '5'],
  ]);
});

describe.runIf(hasPostgres)('in PostgreSQL', () => {
  test('blocks the payment after files of version 17 were moved there', async () => {
    const env = { COUNTERSIGN_DATA_DIR: folderOfVersion(17, folder), DATABASE_URL: await newDatabase() };
    await moveToDatabase(parseSettings(env), MOVED_FILES);
    await expectBlocked((await openStore(parseSettings(env))).store);
  });

  test('blocks the payment with tables of version 18', async () => {
    const database = await openDatabase(await newDatabase());
    await migrate(database, { ...STORE_TABLES, steps: STORE_TABLES.steps.filter(({ version }) => version < 19) });
    for (const table of ['handle', 'offer'] as const) {
      for (const row of rowsOf(folder, table)) {
        const names = Object.keys(row).map((name) => `"${name}"`);
        const values = names.map((_, at) => `$${at + 1}`);
        const sql = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE VALUES (${values})`;
        await database.query(sql, ...Object.values(row));
      }
    }
    await expectBlocked(await openPostgresStore(database, 'sandbox'));
  });
});
