/** The SQLite files of a data folder: copied while they are written, and put back. */
import { copyFileSync, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { backup } from 'node:sqlite';
import { CountersignError } from '../errors/errors.ts';
import { type DataFileFormat, dataFileError, inspectDataFile } from '../platform/data-file.ts';
import { isBusy, isDiskFull, isHealthy, openSqlite, withSqlite } from '../platform/sqlite.ts';
import { type BackupPart, describePart, newer, noRoom, notRestored } from './manifest.ts';

/** All pages in one step: with several, each write by another process would restart the copy. */
const ALL_PAGES = 1_000_000_000;
/** The files that SQLite keeps next to a database. */
const SQLITE_SUFFIXES = ['-wal', '-shm', '-journal'];

/** @throws CountersignError STORE_UNUSABLE: damaged, of a newer version, or of another program */
export async function copyDataFile(dataDir: string, format: DataFileFormat, to: string): Promise<BackupPart> {
  const target = path.join(to, format.name);
  const found = inspectDataFile(dataDir, format);
  if (found === undefined) throw new Error(`there is no ${format.name}`);
  writeFileSync(target, '', { mode: 0o600, flag: 'wx' });
  try {
    const source = openSqlite(path.join(dataDir, format.name));
    try {
      await backup(source, target, { rate: ALL_PAGES });
    } finally {
      source.close();
    }
    alone(target);
  } catch (thrown) {
    throw dataFileError(dataDir, format, thrown);
  }
  return await describePart(to, format.name, inspectDataFile(to, format)?.version ?? found.version);
}

/** Folds the log into the copy, so that it is complete as one file. @throws Error where it is damaged */
function alone(file: string): void {
  withSqlite(file, (copy) => {
    copy.exec('PRAGMA journal_mode = DELETE');
    if (!isHealthy(copy)) throw new Error('it is damaged');
  });
}

export function hasContent(dataDir: string, { name }: Pick<BackupPart, 'name'>): boolean {
  return (statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** @throws CountersignError INPUT_INVALID for a part that this version does not know, or of a newer version */
export function requireKnownFile({ name, version }: BackupPart, formats: readonly DataFileFormat[]): void {
  const format = formats.find((each) => each.name === name);
  if (format === undefined) throw newer(name);
  const newest = Math.max(...format.steps.map((step) => step.version));
  if (version > newest) throw newer(`${name} (version ${version}; this one reads up to ${newest})`);
}

/** A process that has the file open keeps its log. @throws CountersignError INPUT_INVALID while another one does */
export function requireClosed(dataDir: string, name: string): void {
  const inUse = notRestored(
    `${name} is open in a Countersign that runs.`,
    'Stop everything that uses this data folder, then try again. Nothing was changed.',
  );
  try {
    withSqlite(path.join(dataDir, name), (database) =>
      database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE'),
    );
  } catch (thrown) {
    if (thrown instanceof CountersignError) throw thrown;
    if (isBusy(thrown)) throw inUse;
    // No one could say whether others have it open.
    if (isDiskFull(thrown)) throw noRoom(dataDir, thrown);
    // A file that cannot be read is what a backup is for.
  }
}

const comingOf = (dataDir: string, name: string) => path.join(dataDir, `${name}.restoring`);

/** Puts a file of the backup next to the place where it goes. @returns its path there */
export function bringDataFile(from: string, dataDir: string, { name }: BackupPart): string {
  const coming = comingOf(dataDir, name);
  rmSync(coming, { force: true });
  writeFileSync(coming, '', { mode: 0o600, flag: 'wx' });
  copyFileSync(path.join(from, name), coming);
  return coming;
}

export function leaveDataFile(dataDir: string, { name }: BackupPart): void {
  rmSync(comingOf(dataDir, name), { force: true });
}

/** Puts a file in its place; the one that was there is kept. @param setAside the end of its new name */
export function putDataFile(dataDir: string, { name }: BackupPart, setAside: string): void {
  const file = path.join(dataDir, name);
  for (const suffix of ['', ...SQLITE_SUFFIXES]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.${setAside}${suffix}`);
  }
  renameSync(comingOf(dataDir, name), file);
}
