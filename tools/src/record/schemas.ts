/** The tables of both database engines, as they are after all steps that create them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@countersign/core';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { parseSettings } from '@countersign/core/settings';
import { openSharedState, openState } from '@countersign/discord-bot/state';
import { openLedger } from '@countersign/escrow-service';
import { startCluster } from '@countersign/testkit/postgres/cluster';
import { rowsOf } from '@countersign/testkit/postgres/databases';
import { withResources } from '../command-line/resources.ts';

export const sqliteSchema = () =>
  withResources(async (resources) => {
    const folder = await resources.folder();
    for (const opened of [
      openSqliteStore(folder, 'sandbox'),
      openState(folder, 'sandbox'),
      openLedger({ dataDir: folder, now: Date.now }),
    ]) {
      await opened.close();
    }
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sqlite')).toSorted();
    return { 'schema-of-sqlite.txt': files.map((name) => `${name}\n${schemaOf(join(folder, name))}`).join('\n') };
  });

function schemaOf(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const pragmas = ['application_id', 'user_version'].map((name) => database.prepare(`PRAGMA ${name}`).get());
  const made = database.prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name').all();
  database.close();
  const lines = [...pragmas.map((each) => JSON.stringify(each)), ...made.map(({ sql }) => oneLineEach(String(sql)))];
  return lines.join('\n');
}

/** A line for each column, however the statement is written. */
const oneLineEach = (sql: string): string =>
  sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/, /g, ',\n  ')
    .replaceAll(/\( ?(?=\w+ [A-Z]+)/g, '(\n  ');

const COLUMNS = `SELECT format('%s.%s %s', table_name, column_name, data_type) || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END
  || coalesce(' DEFAULT ' || column_default, '') || coalesce(' COLLATE ' || collation_name, '') AS line
  FROM information_schema.columns WHERE table_schema = 'countersign' ORDER BY table_name, ordinal_position`;
const INDEXES = `SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'countersign' ORDER BY 1`;
const CONSTRAINTS = `SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) AS line FROM pg_constraint
  WHERE connamespace = 'countersign'::regnamespace AND contype <> 'n' ORDER BY 1`;
const TRIGGERS = `SELECT pg_get_triggerdef(oid) AS line FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`;
const FUNCTIONS = `SELECT pg_get_functiondef(oid) AS line FROM pg_proc WHERE pronamespace = 'countersign'::regnamespace ORDER BY 1`;

/** @param programs of `postgresPrograms` */
export const postgresSchema = (programs: string) =>
  withResources(async (resources) => {
    const { url, remove } = await startCluster(programs);
    resources.defer(remove);
    const { store } = await openStore(parseSettings({ DATABASE_URL: url }));
    await store.close();
    await (await openSharedState(url, 'sandbox')).close();
    const lines: unknown[] = [];
    for (const sql of [COLUMNS, INDEXES, CONSTRAINTS, TRIGGERS, FUNCTIONS]) {
      lines.push(...(await rowsOf(url, sql)).map(({ line }) => line));
    }
    return { 'schema-of-postgresql.txt': `${lines.join('\n')}\n` };
  });
