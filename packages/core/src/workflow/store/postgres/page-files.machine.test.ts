import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../platform/postgres/database.ts';
import { postgresPageFiles } from './page-files.ts';
import { openPostgresStore } from './postgres-store.ts';

test.runIf(hasPostgres)('keeps files of the page for all processes, and drops those that no process uses', async () => {
  const url = await newDatabase();
  const store = await openPostgresStore(await openDatabase(url), 'sandbox');
  const databases = [await openDatabase(url), await openDatabase(url)] as const;
  onTestFinished(async () => {
    await Promise.all(databases.map(({ close }) => close()));
    await store.close();
  });
  const [one, other] = databases.map(postgresPageFiles) as [PageFiles, PageFiles];
  await one.keep({ 'a.js': 'import"./b.js";“”\\', 'b.js': '' });
  await other.keep({ 'b.js': '', 'c.js': '3' });
  expect(await other.find(['a.js', 'b.js', 'gone.js'])).toEqual(
    new Map([
      ['a.js', 'import"./b.js";“”\\'],
      ['b.js', ''],
    ]),
  );
  expect((await one.find([])).size).toBe(0);
  const { query } = databases[0];
  await query("UPDATE page_file SET used_at = clock_timestamp() - interval '8 days' WHERE name <> 'c.js'");
  await one.keep({ 'b.js': '' });
  await other.sweep();
  expect((await one.find(['a.js', 'b.js', 'c.js'])).size).toBe(2);
});

type PageFiles = ReturnType<typeof postgresPageFiles>;
