/**
 * From the files of one machine into a database that several share: all rows, or none. The database notes in the same
 * transaction what it was given, and each file is then marked, so that no process goes on with it. Whenever it is cut
 * off, it can be run again.
 */

import { createHash } from 'node:crypto';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type DataFileFormat, dataFileError, isMoved, MOVED_ID, openDataFile } from '../platform/data-file.ts';
import type { Database, Query } from '../platform/database.ts';
import { migrate, type NumberedTables, openDatabase, SCHEMA } from '../platform/postgres/database.ts';
import { openSqlite } from '../platform/sqlite.ts';
import type { Settings } from '../settings/settings.ts';
import { hasContent, requireClosed } from './data-files.ts';
import { notRestored } from './manifest.ts';
import { requireUnused } from './shared-database.ts';

export type MovedRows = Readonly<Record<string, number>>;

/**
 * @throws CountersignError INPUT_INVALID, STORE_UNUSABLE; then nothing was moved, or all of it, and what is missing is
 *   done when it is run again
 */
export async function moveToDatabase(
  { dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  files: readonly MovedFile[],
): Promise<MovedRows> {
  if (databaseUrl === undefined) {
    throw notRestored('DATABASE_URL is not set.', 'Set it to an empty database, where the rows should go.');
  }
  const present = files.filter(({ format }) => hasContent(dataDir, format) && !isMoved(dataDir, format));
  if (present.length === 0) {
    const isDone = files.some(({ format }) => isMoved(dataDir, format));
    throw isDone
      ? notRestored(`The rows of ${dataDir} were moved already.`, 'Start Countersign with DATABASE_URL.')
      : notRestored(`There is nothing to move in ${dataDir}.`, 'Check COUNTERSIGN_DATA_DIR.');
  }
  for (const { format } of present) {
    requireClosed(dataDir, format.name);
    // An older file gets its newest version first, with a copy next to it.
    openDataFile(dataDir, format, { synchronous: 'FULL' }).close();
  }
  const sources: Source[] = [];
  let database: Database | undefined;
  try {
    for (const file of present) sources.push(openSource(dataDir, file));
    await requireUnused(databaseUrl);
    database = await openDatabase(databaseUrl);
    for (const { tables } of files) await migrate(database, tables);
    const rows = await database.write((query) => moved(query, sources));
    for (const { mark } of sources) mark();
    return rows;
  } finally {
    await database?.close();
    for (const { close } of sources) close();
  }
}

async function moved(query: Query, sources: readonly Source[]): Promise<MovedRows> {
  await query("SELECT pg_advisory_xact_lock(hashtextextended('countersign schema', 0))");
  const [noted] = await query<{ text: string | null }>(`SELECT obj_description('${SCHEMA}'::regnamespace) AS text`);
  const rows: MovedRows = Object.assign({}, ...sources.map(({ counts }) => counts));
  // It was cut off before the files were marked.
  if (sources.every(({ digest }) => noted?.text?.includes(digest))) return rows;
  await requireEmpty(query, Object.keys(rows));
  for (const source of sources) await source.copyTo(query);
  const digests = sources.map(({ digest }) => digest).join(' ');
  await query(`COMMENT ON SCHEMA ${SCHEMA} IS 'moved from ${digests}'`);
  return rows;
}

async function requireEmpty(query: Query, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if ((await query(`SELECT 1 FROM "${table}" LIMIT 1`)).length === 0) continue;
    throw notRestored(
      `The database has rows of Countersign already (${table}). Nothing was moved.`,
      'Give DATABASE_URL an empty database.',
    );
  }
}

/** A file whose rows are moved: no other process reads or writes it in the meantime. */
export type MovedFile = {
  readonly format: DataFileFormat;
  readonly tables: NumberedTables;
  /** Tables and columns (`table.column`) that are made again there, or hold for seconds only. */
  readonly left: readonly string[];
  /** A table whose rows must have been handed over before. */
  readonly handedOver?: string;
};

type Source = ReturnType<typeof openSource>;

type Row = Readonly<Record<string, unknown>>;

/** Rows of one statement: with a large transaction each they are a few megabytes. */
const AT_ONCE = 200;

/** @throws CountersignError INPUT_INVALID, STORE_UNUSABLE */
function openSource(dataDir: string, { format, left, handedOver }: MovedFile) {
  const database = openSqlite(path.join(dataDir, format.name));
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const tables = tablesOf(database).filter((name) => !left.includes(name) && name !== handedOver);
    if (handedOver !== undefined) requireHandedOver(database, handedOver);
    const digest = createHash('sha256');
    const counts: Record<string, number> = {};
    for (const table of tables) {
      counts[table] = 0;
      for (const row of rowsOf(database, table)) {
        digest.update(JSON.stringify([table, row]));
        counts[table] += 1;
      }
    }
    return {
      /** Of everything that is moved. */
      digest: digest.update(format.name).digest('hex'),
      counts: counts as MovedRows,
      copyTo: async (query: Query) => {
        for (const table of tables) await copy(database, query, table, left);
      },
      /** From here on no process opens it. */
      mark: () => {
        try {
          database.exec(`PRAGMA application_id = ${MOVED_ID}; COMMIT`);
        } catch (thrown) {
          throw dataFileError(dataDir, format, thrown);
        }
      },
      close: () => database.close(),
    };
  } catch (thrown) {
    database.close();
    throw dataFileError(dataDir, format, thrown);
  }
}

/** What others refer to comes first. */
function tablesOf(database: DatabaseSync): readonly string[] {
  const sql = String.raw`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`;
  const found = database.prepare(`${sql} ORDER BY name <> 'handle', name`).all() as { name: string }[];
  return found.map(({ name }) => name);
}

const rowsOf = (database: DatabaseSync, table: string) =>
  database.prepare(`SELECT * FROM "${table}"`).iterate() as Iterable<Row>;

function requireHandedOver(database: DatabaseSync, table: string): void {
  const [row] = rowsOf(database, table);
  if (row === undefined) return;
  throw notRestored(
    `The bot of this version has not run on these files yet (network ${row['network']}).`,
    'Start it on them once, stop it, then move again. Nothing was moved.',
  );
}

async function copy(database: DatabaseSync, query: Query, table: string, left: readonly string[]): Promise<void> {
  const found = await query<{ name: string; counted: string }>(
    `SELECT column_name AS name, is_identity AS counted FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = $2`,
    ...[SCHEMA, table],
  );
  const known = new Set(found.map(({ name }) => name));
  const all = (database.prepare(`PRAGMA table_info("${table}")`).all() as { name: string }[]).map(({ name }) => name);
  const columns = all.filter((name) => !left.includes(`${table}.${name}`));
  const unknown = columns.find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`the database has no column for ${table}.${unknown}`);
  const named = columns.map((name) => `"${name}"`).join(', ');
  const insert = `INSERT INTO "${table}" (${named}) OVERRIDING SYSTEM VALUE
    SELECT ${named} FROM json_populate_recordset(NULL::"${table}", CAST($1 AS JSON))`;
  let batch: Row[] = [];
  const flush = async () => {
    if (batch.length > 0) await query(insert, JSON.stringify(batch));
    batch = [];
  };
  for (const row of rowsOf(database, table)) {
    batch.push(row);
    if (batch.length === AT_ONCE) await flush();
  }
  await flush();
  for (const { name } of found.filter(({ counted }) => counted === 'YES')) {
    const last = lastNumber(database, table, name);
    if (last > 0) await query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', `${SCHEMA}.${table}`, name, last);
  }
}

/** No number is given twice, also where the newest row is gone. */
function lastNumber(database: DatabaseSync, table: string, column: string): number {
  const { newest } = database.prepare(`SELECT COALESCE(MAX("${column}"), 0) AS newest FROM "${table}"`).get() as {
    newest: number;
  };
  const hasSequence = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get();
  const sequence =
    hasSequence && (database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table) as { seq: number });
  return Math.max(newest, sequence?.seq ?? 0);
}
