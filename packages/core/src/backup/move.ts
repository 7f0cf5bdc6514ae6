/**
 * From the files of one machine into a database that several share: all rows, or none. The database notes in the same
 * transaction what it was given, and each file is then marked, so that no process goes on with it. Whenever it is cut
 * off, it can be run again.
 */
import { isMoved, openDataFile } from '../platform/data-file.ts';
import type { Database, Query } from '../platform/database.ts';
import { openDatabase, SCHEMA } from '../platform/postgres/database.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import type { Settings } from '../settings/settings.ts';
import { requireClosed, standsThere } from './data-files.ts';
import { notRestored } from './manifest.ts';
import { type MovedFile, openSource, type Source } from './move-source.ts';
import { requireUnused } from './shared-database.ts';

/** Rows by table. */
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
  const present = files.filter(({ format }) => standsThere(dataDir, format) && !isMoved(dataDir, format));
  if (present.length === 0) {
    const isDone = files.some(({ format }) => isMoved(dataDir, format));
    throw isDone
      ? notRestored(`The rows of ${dataDir} were moved already.`, 'Start Countersign with DATABASE_URL.')
      : notRestored(`There is nothing to move in ${dataDir}.`, 'Check COUNTERSIGN_DATA_DIR.');
  }
  for (const { format } of present) {
    requireClosed(dataDir, format.name);
    // An older file gets its newest version first, with a copy beside it.
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
  const rows = Object.assign({}, ...sources.map((source) => source.counts())) as Record<string, number>;
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
