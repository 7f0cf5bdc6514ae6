/** Rows in every table as an older version left them, next to those that people's calls made. */
import type { Query } from '@countersign/core/platform/database';
import { openDatabase } from '@countersign/core/platform/postgres/database';
import { onTestFinished } from 'vitest';

const FILLER = 'filler-of-the-version-before';
/** For a network that no process here serves, so that none acts on these rows. */
const ELSEWHERE = 'elsewhere';
const FAR_OFF = 4_102_444_800_000;

export type Sql = Query;

export async function openSql(url: string): Promise<Sql> {
  const database = await openDatabase(url);
  onTestFinished(() => database.close());
  return database.query;
}

export async function versionsIn(sql: Sql): Promise<number[]> {
  const [store] = await sql('SELECT number FROM version');
  const [bot] = await sql('SELECT number FROM bot_version');
  return [Number(store?.['number']), Number(bot?.['number'])];
}

async function tablesOf(sql: Sql): Promise<string[]> {
  const rows = await sql("SELECT tablename FROM pg_tables WHERE schemaname = 'countersign' ORDER BY 1");
  return rows.map(({ tablename }) => String(tablename));
}

/** Others refer to these. */
const FIRST = ['handle', 'quota'];

/** @returns the tables that now have a row of ours */
export async function fillEveryTable(sql: Sql): Promise<string[]> {
  const others = (await tablesOf(sql)).filter((table) => !table.endsWith('version') && !FIRST.includes(table));
  const tables = [...FIRST, ...others];
  for (const table of tables) {
    const columns = await sql(
      `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS free, is_identity = 'YES' AS counted
       FROM information_schema.columns WHERE table_schema = 'countersign' AND table_name = $1`,
      table,
    );
    const filled = columns.filter(({ free, counted }) => !free && !counted);
    const names = filled.map(({ name }) => `"${name}"`).join(', ');
    const values = filled.map(({ name, type }) => valueFor(String(name), String(type))).join(', ');
    await sql(`INSERT INTO "${table}" (${names}) VALUES (${values}) ON CONFLICT DO NOTHING`);
  }
  return tables;
}

function valueFor(name: string, type: string): string {
  if (name === 'network') return `'${ELSEWHERE}'`;
  if (type.startsWith('timestamp')) return "clock_timestamp() + interval '1 day'";
  if (type === 'ARRAY') return "ARRAY[clock_timestamp() + interval '1 day']";
  if (type === 'xid8') return 'pg_current_xact_id()';
  if (type === 'boolean') return 'TRUE';
  if (name === 'is_over') return '1';
  // What is swept by number begins with the lowest; nothing here is as many.
  if (name === 'number') return '1';
  if (type === 'bigint') return String(FAR_OFF);
  if (type === 'integer' || type === 'smallint') return '0';
  return `'${FILLER}'`;
}

/** @returns those of these tables whose row of ours is gone */
export async function emptiedOf(sql: Sql, tables: readonly string[]): Promise<string[]> {
  const gone = [];
  for (const table of tables) {
    const rows = await sql(`SELECT 1 FROM "${table}" AS each WHERE CAST(each AS TEXT) LIKE $1 LIMIT 1`, `%${FILLER}%`);
    if (rows.length === 0) gone.push(table);
  }
  return gone;
}
