/**
 * The SQLite files of a data folder. Each carries a version. An older one is migrated forward in one transaction, with
 * a copy kept next to it; one of a newer version or of another program is refused before a byte of it is written.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CountersignError, ERROR_CATALOGUE } from '../errors/errors.ts';
import { makeDataDir } from './data-dir.ts';
import { isBusy, isDiskFull, isHealthy, openSqlite, useWriteAheadLog, withSqlite } from './sqlite.ts';

export type DataFileFormat = {
  readonly name: string;
  /** Marks the file as this one (`PRAGMA application_id`): four ASCII letters. */
  readonly applicationId: number;
  /** Tables of this file from before it was marked; an unmarked file with any other table belongs to another program. */
  readonly unmarkedTables: readonly string[];
  readonly oldest: number;
  /** In ascending order. An empty file goes through all of them, so the first makes the tables. */
  readonly steps: readonly MigrationSql[];
};

type MigrationSql = {
  readonly version: number;
  readonly sql: string;
  readonly functions?: Readonly<Record<string, (text: string) => string>>;
};

export type MigrationStep = 'copying' | 'copied' | 'migrated' | 'committed';

export type OpenDataFileOptions = {
  /** FULL: what was written outlives a power cut. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** Called at each step of a migration that a crash must not harm; a test stops the process there. */
  readonly onCheckpoint?: (step: MigrationStep) => void;
};

/** Marks a file whose rows were moved into a database: "CsMv". It is kept, and opened no more. */
export const MOVED_ID = 0x43734d76;

/** How long a process waits for another one that is migrating the file. */
const MIGRATION_TIMEOUT_MS = 60_000;

/**
 * Opens a file at its newest version.
 * @param folder made if needed; absent: a database in memory
 * @throws CountersignError STORE_UNUSABLE: not writable, damaged, of a newer version, of another program, or not to be
 *   migrated (then it is left as it was)
 */
export function openDataFile(
  folder: string | undefined,
  format: DataFileFormat,
  options: OpenDataFileOptions,
): DatabaseSync {
  try {
    if (folder !== undefined) makeDataDir(folder);
    const database = openSqlite(dataFilePath(folder, format));
    try {
      const { version, isEmpty } = readVersion(database, format);
      useWriteAheadLog(database, options.synchronous);
      if (isEmpty || version < newestVersion(format)) migrate(database, folder, format, options.onCheckpoint);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw dataFileError(folder, format, error);
  }
}

/** The version of a file, without migrating it; undefined where there is none. @throws as `openDataFile` */
export function inspectDataFile(
  folder: string,
  format: DataFileFormat,
): { readonly version: number; readonly newest: number } | undefined {
  const file = dataFilePath(folder, format);
  if (!existsSync(file)) return undefined;
  try {
    const { version } = withSqlite(file, (database) => readVersion(database, format));
    return { version, newest: newestVersion(format) };
  } catch (error) {
    throw dataFileError(folder, format, error);
  }
}

export function isMoved(folder: string, format: DataFileFormat): boolean {
  const file = dataFilePath(folder, format);
  return existsSync(file) && withSqlite(file, isMarkedAsMoved);
}

function isMarkedAsMoved(database: DatabaseSync): boolean {
  try {
    return readPragma(database, 'application_id') === MOVED_ID;
  } catch {
    // Anyone who opens it says what is wrong with it.
    return false;
  }
}

const MAKE_ROOM = 'Make room on its disk, then try again. Nothing that was stored is lost.';

/** A failure of the file, named. One of ours is passed on as it is. */
export function dataFileError(folder: string | undefined, format: DataFileFormat, cause: unknown): CountersignError {
  if (cause instanceof CountersignError) return cause;
  const why = cause instanceof Error ? cause.message : 'it cannot be opened';
  if (isBusy(cause)) {
    const operatorRemedy = `Another process holds the file ${dataFilePath(folder, format)}. Stop it if it does not end.`;
    return new CountersignError('STORE_UNREACHABLE', { operatorRemedy, cause });
  }
  const what = `The file ${dataFilePath(folder, format)} cannot be used: ${why}.`;
  // This ends a start, so only the operator reads it.
  if (cause instanceof Refused) {
    return new CountersignError('STORE_UNUSABLE', { message: what, operatorRemedy: cause.remedy, cause });
  }
  const remedy = isDiskFull(cause) ? MAKE_ROOM : ERROR_CATALOGUE.STORE_UNUSABLE.operatorRemedy;
  return new CountersignError('STORE_UNUSABLE', { operatorRemedy: `${what} ${remedy}`, cause });
}

class Refused extends Error {
  readonly remedy: string;

  constructor(why: string, remedy: string, cause?: unknown) {
    super(why, { cause });
    this.remedy = remedy;
  }
}

const OTHER_FOLDER = 'choose another folder with COUNTERSIGN_DATA_DIR';

function readVersion(database: DatabaseSync, format: DataFileFormat): { version: number; isEmpty: boolean } {
  const isInside = database.isTransaction;
  // One snapshot for all reads: another process may be creating the file right now.
  if (!isInside) database.exec('BEGIN');
  const owner = readPragma(database, 'application_id');
  const version = readPragma(database, 'user_version');
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
  if (!isInside) database.exec('COMMIT');

  if (owner === MOVED_ID) {
    throw new Refused('its rows were moved into a database', `Set DATABASE_URL to that database, or ${OTHER_FOLDER}.`);
  }
  const isEmpty = owner === 0 && version === 0 && tables.length === 0;
  const isUnmarked =
    owner === 0 && tables.length > 0 && tables.every(({ name }) => format.unmarkedTables.includes(name));
  if (owner !== format.applicationId && !isEmpty && !isUnmarked) {
    throw new Refused('it belongs to another program', `Move it away, or ${OTHER_FOLDER}.`);
  }
  const newest = newestVersion(format);
  if (version > newest) {
    throw new Refused(
      `it was made by a newer version of Countersign (file version ${version}; this one reads up to ${newest})`,
      `Update Countersign, or ${OTHER_FOLDER}.`,
    );
  }
  if (!isEmpty && version < format.oldest) {
    throw new Refused(
      `it was made by an older version of Countersign (file version ${version}), which cannot be updated`,
      `Move it away, and a new one is made in its place; or ${OTHER_FOLDER}.`,
    );
  }
  return { version, isEmpty };
}

/** Runs all missing steps in one transaction. A process that waited for another's migration finds nothing to do. */
function migrate(
  database: DatabaseSync,
  folder: string | undefined,
  format: DataFileFormat,
  onCheckpoint: NonNullable<OpenDataFileOptions['onCheckpoint']> = () => {},
): void {
  const file = dataFilePath(folder, format);
  const newest = newestVersion(format);
  const timeout = readPragma(database, 'busy_timeout');
  // A step may rebuild a table, which must not cascade to rows that refer to it. No effect inside a transaction.
  database.exec(`PRAGMA foreign_keys = OFF; PRAGMA busy_timeout = ${MIGRATION_TIMEOUT_MS}; BEGIN IMMEDIATE`);
  const { version, isEmpty } = readVersion(database, format);
  const isUpdate = !isEmpty && version < newest;
  let copy: string | undefined;
  try {
    if (isUpdate) {
      // The copy of a damaged file would be damaged too.
      if (!isHealthy(database)) throw new Refused('it is damaged', `Put a backup in its place, or ${OTHER_FOLDER}.`);
      // Under the write lock, so that the copy has exactly what is migrated.
      copy = keepCopy(file, version, () => onCheckpoint('copying'));
      onCheckpoint('copied');
    }
    const missing = format.steps.filter((step) => isEmpty || step.version > version);
    for (const { sql, functions = {} } of missing) {
      for (const [name, run] of Object.entries(functions)) database.function(name, (text) => run(String(text)));
      database.exec(sql);
    }
    if (database.prepare('PRAGMA foreign_key_check').get() !== undefined) throw new Error('a reference is broken');
    database.exec(`PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${newest};`);
    onCheckpoint('migrated');
    database.exec('COMMIT');
    onCheckpoint('committed');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    if (copy !== undefined) rmSync(copy, { force: true });
    if (error instanceof Refused || !isUpdate) throw error;
    const why = error instanceof Error ? error.message : 'unknown error';
    throw new Refused(
      `it could not be updated from file version ${version} to ${newest} (${why}) and was left as it was`,
      'Check disk space and permissions, then start again. The version of Countersign that made the file can still use it.',
      error,
    );
  }
  database.exec(`PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${timeout};`);
  if (copy !== undefined) pruneCopies(file);
}

function readPragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}

function newestVersion({ steps }: DataFileFormat): number {
  return Math.max(...steps.map(({ version }) => version));
}

function dataFilePath(folder: string | undefined, { name }: DataFileFormat): string {
  return folder === undefined ? ':memory:' : path.join(folder, name);
}

const MAX_COPIES = 3;
const COPY_SUFFIX = /^\.v\d+-(\d{4}-\d\d-\d\dT[\d.-]+Z)$/;

/**
 * Copies the file as last committed, readable by its owner only. The caller must hold the file's write lock. SQLite
 * makes the copy over a second connection: a plain read of the file would miss its log, and drop this process's locks.
 * @param begun called once the copy is being made
 * @returns where it is, whole and on disk: `prepared.sqlite.v1-2026-11-22T10-15-00.000Z`
 */
function keepCopy(file: string, version: number, begun: () => void): string {
  const unfinished = `${file}.copying`;
  const copy = `${file}.v${version}-${new Date().toISOString().replaceAll(':', '-')}`;
  // Removes what a crash left, so that a link planted under this name is not followed.
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, '', { mode: 0o600, flag: 'wx' });
  begun();
  try {
    withSqlite(file, (source) => source.prepare('VACUUM INTO ?').run(unfinished));
    syncToDisk(unfinished, 'r+');
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  // Windows cannot open a folder.
  if (process.platform !== 'win32') syncToDisk(path.dirname(file), 'r');
  return copy;
}

function pruneCopies(file: string): void {
  const folder = path.dirname(file);
  const before = path.basename(file);
  const copies = readdirSync(folder).flatMap((name) => {
    const madeAt = name.startsWith(before) ? COPY_SUFFIX.exec(name.slice(before.length))?.[1] : undefined;
    return madeAt === undefined ? [] : [{ name, madeAt }];
  });
  const oldestFirst = copies.sort((one, other) => (one.madeAt < other.madeAt ? -1 : 1));
  for (const { name } of oldestFirst.slice(0, -MAX_COPIES)) rmSync(path.join(folder, name), { force: true });
}

/** Windows syncs only what may be written. */
function syncToDisk(place: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(place, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
