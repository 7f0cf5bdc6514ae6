import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../database.ts';
import { openDatabase } from './database.ts';

async function opened(): Promise<{ database: Database; url: string }> {
  const url = await newDatabase();
  const database = await openDatabase(url);
  onTestFinished(() => database.close());
  await database.query('CREATE SCHEMA countersign; CREATE TABLE named (id text PRIMARY KEY, what text)');
  await database.query('INSERT INTO named VALUES ($1, $2)', 'a', 'first');
  return { database, url };
}

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('a table that a newer version of the program changes is read on, by every connection', async () => {
    const { database, url } = await opened();
    const read = () => database.query('SELECT * FROM named WHERE id = $1', 'a');
    const inside = () => database.write((query) => query('SELECT * FROM named WHERE id = $1', 'a'));
    const all = () => Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? read() : inside())));
    expect((await all()).flat()).toEqual(Array(20).fill({ id: 'a', what: 'first' }));
    await runSql(url, 'ALTER TABLE countersign.named ADD COLUMN since bigint NOT NULL DEFAULT 7');
    expect((await all()).flat()).toEqual(Array(20).fill({ id: 'a', what: 'first', since: 7 }));
  });

  test('plans a statement once for each connection, and returns correct rows for other values', async () => {
    const { database } = await opened();
    await database.write(async (query) => {
      for (const id of ['a', 'b', 'a']) {
        expect(await query('SELECT what FROM named WHERE id = $1', id)).toHaveLength(id === 'a' ? 1 : 0);
      }
      const known = await query("SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT what%'");
      expect(known).toHaveLength(1);
    });
  });
});
