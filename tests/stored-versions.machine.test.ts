import { STORE_TABLES } from '@countersign/core/backup';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { directNetwork } from '@countersign/core/network';
import { migrate, openDatabase } from '@countersign/core/platform/postgres/database';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { NOW } from '@countersign/testkit/fixtures/deploy-fixture';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectAllListed, insertOf, storedRows } from './stored-versions.ts';

/** A store opened over tables of a version, and its database. */
async function openVersion(version: number) {
  const database = await openDatabase(await newDatabase());
  await migrate(database, { ...STORE_TABLES, steps: STORE_TABLES.steps.filter((step) => step.version <= version) });
  for (const row of storedRows()) {
    const columns = await database.query<{ name: string }>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1',
      row.table,
    );
    const { sql, values } = insertOf(
      row,
      columns.map(({ name }) => name),
      (at) => `$${at}`,
    );
    await database.query(sql, ...values);
  }
  const store = await openPostgresStore(database, 'sandbox');
  onTestFinished(() => store.close());
  return { store, database };
}

const VERSIONS = STORE_TABLES.steps.map(({ version }) => version);

describe.runIf(hasPostgres)('PostgreSQL', () => {
  test.each(VERSIONS)('lists every escrow in tables of version %i', async (version) => {
    await expectAllListed((await openVersion(version)).store);
  });

  test.each([
    ['request', "UPDATE handle SET request = '{' WHERE id = 'live'"],
    ['warnings', "UPDATE handle SET judged = '{' WHERE id = 'live'"],
    ['outcome', "UPDATE offer SET settlement = '{' WHERE handle = 'live'"],
    ['transaction', "UPDATE offer SET unsigned_xdr = 'AAAA' WHERE handle = 'live'"],
  ] as const)('names a row with a damaged %s, and lists the others', async (part, statement) => {
    const { store, database } = await openVersion(Math.max(...VERSIONS));
    await database.query(statement);
    const network = directNetwork('sandbox');
    const desk = openDeskOfTest({ store, network, now: () => NOW * 1_000 });
    const person = desk.for({ tenant: 'local', id: 'local' });
    const { escrows, damaged } = await person.find({});
    expect([escrows.length, damaged]).toEqual([6, [{ id: 'live', part }]]);
    expect(await person.titles('', 20)).toHaveLength(7);
    expect((await store.signersOf({ tenant: 'local', id: 'local' })).length).toBeGreaterThan(0);
    await expect(person.get({ id: 'live' })).rejects.toMatchObject({ code: 'RECORD_DAMAGED' });
  });
});
