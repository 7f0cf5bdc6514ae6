/** What wallets agreed to, in PostgreSQL: moved there from files, and found in tables of the version before. */
import { moveToDatabase, STORE_TABLES } from '@countersign/core/backup';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { migrate, openDatabase } from '@countersign/core/platform/postgres/database';
import { parseSettings } from '@countersign/core/settings';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOVED_FILES } from '../tools/src/backup/formats.ts';
import { folderAfterUpdate, folderOfVersion, rowsOf } from './agreed-terms-folders.ts';
import { type AgreedTermsSetup, pay, RAISED_STOP, startScene } from './agreed-terms-scene.ts';

describe.runIf(hasPostgres)('the terms that the client agreed to', () => {
  let scene: AgreedTermsSetup;
  beforeAll(async () => {
    scene = await startScene('v1');
  });
  afterAll(() => scene.close());

  test.each([
    ['of this version', (folder: string) => folder],
    ['of version 17', (folder: string) => folderOfVersion(17, folder)],
  ])('blocks the payment after files %s were moved into a database', async (_, folderOf) => {
    const { folder, escrow } = await folderAfterUpdate(scene);
    const settings = parseSettings({ COUNTERSIGN_DATA_DIR: folderOf(folder), DATABASE_URL: await newDatabase() });
    await moveToDatabase(settings, MOVED_FILES);
    const { store } = await openStore(settings);
    expect((await pay(scene.deskOn(store), escrow)).judgement.stops).toMatchObject([RAISED_STOP]);
  });

  test('is found in tables of version 18', async () => {
    const { folder, escrow } = await folderAfterUpdate(scene);
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
    const desk = scene.deskOn(await openPostgresStore(database, 'sandbox'));
    expect((await pay(desk, escrow)).judgement.stops).toMatchObject([RAISED_STOP]);
  });
});
