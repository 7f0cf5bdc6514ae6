/**
 * Backs up a running Countersign, and restores it. A copy is behind the ledger as soon as it is made: after a restore
 * the desk asks the ledger what was sent since, before it sends anything again, and what was created since, before it
 * prepares an escrow.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CountersignError } from '../errors/errors.ts';
import { makeDataDir } from '../platform/data-dir.ts';
import { type DataFileFormat, dataFileError, isMoved } from '../platform/data-file.ts';
import { isDiskFull } from '../platform/sqlite.ts';
import type { Settings } from '../settings/settings.ts';
import {
  bringDataFile,
  copyDataFile,
  hasContent,
  leaveDataFile,
  putDataFile,
  requireClosed,
  requireKnownFile,
} from './data-files.ts';
import { type AskedLedger, askLedger, markFile, signersInFile } from './gap.ts';
import {
  type BackupPart,
  type DatabasePart,
  DUMP,
  FORMAT,
  MANIFEST,
  type Manifest,
  noRoom,
  notRestored,
  readManifest,
} from './manifest.ts';
import type { AllTables } from './shared-database.ts';

export { STORE_TABLES } from '../workflow/store/postgres/schema.ts';
export type { BackupPart, Manifest } from './manifest.ts';
export { type MovedFile, type MovedRows, moveToDatabase } from './move.ts';

type StorePlace = Pick<Settings, 'dataDir' | 'databaseUrl'>;

export type Formats = {
  /** Files that refer to the store: copied before it, so that they know no more than it does. */
  readonly before: readonly DataFileFormat[];
  readonly store: DataFileFormat;
  /** The sandbox's ledger: copied after the store, so that it knows no less. */
  readonly after: readonly DataFileFormat[];
  /** In PostgreSQL; the store's first. */
  readonly tables: AllTables;
};

/**
 * @param folder is created, readable by its owner only; an existing one must be empty
 * @throws CountersignError INPUT_INVALID, STORE_UNUSABLE; then nothing is left of it
 */
export async function backUp(place: StorePlace & AskedLedger, formats: Formats, folder: string): Promise<Manifest> {
  const { dataDir, databaseUrl } = place;
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw notRestored(`${folder} is not empty.`, 'Name a folder that does not exist yet.');
  }
  const present = (each: readonly DataFileFormat[]) =>
    each.filter((format) => existsSync(path.join(dataDir, format.name)) && !isMoved(dataDir, format));
  const { before, store, after } = formats;
  if (databaseUrl === undefined && present([...before, store, ...after]).length === 0) {
    throw notRestored(`There is nothing to back up in ${dataDir}.`, 'Check COUNTERSIGN_DATA_DIR.');
  }
  const signers = databaseUrl === undefined ? signersOf(place, present([store])) : await signersIn(databaseUrl, place);
  const ledger = await askLedger(place, signers);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeDataDir(unfinished);
  try {
    const files: BackupPart[] = [];
    for (const format of present([...before, store])) files.push(await copyDataFile(dataDir, format, unfinished));
    const database = databaseUrl === undefined ? undefined : await dump(databaseUrl, unfinished, formats.tables);
    for (const format of present(after)) files.push(await copyDataFile(dataDir, format, unfinished));
    const manifest: Manifest = {
      product: 'countersign',
      format: FORMAT,
      madeAt: new Date().toISOString(),
      files,
      ...(database === undefined ? {} : { database }),
      ...(ledger === undefined ? {} : { ledger }),
    };
    await writeFile(path.join(unfinished, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
    for (const name of readdirSync(unfinished)) syncToDisk(path.join(unfinished, name));
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(unfinished, folder);
    return manifest;
  } catch (thrown) {
    rmSync(unfinished, { recursive: true, force: true });
    throw isDiskFull(thrown) ? noRoom(folder, thrown) : thrown;
  }
}

export type Restored = {
  readonly manifest: Manifest;
  /** The suffix under which the replaced files are kept; absent where nothing was replaced. */
  readonly setAside: string | undefined;
};

/**
 * @param options.replace whether existing data may be set aside; it is never deleted
 * @throws CountersignError INPUT_INVALID, STORE_UNUSABLE; then nothing has changed, unless a disk fails on the way
 */
export async function restore(
  { dataDir, databaseUrl }: StorePlace,
  formats: Formats,
  folder: string,
  { replace }: { readonly replace: boolean },
): Promise<Restored> {
  const manifest = await readManifest(folder);
  const { files, database } = manifest;
  requireSameEngine(database, databaseUrl);
  for (const part of files) requireKnownFile(part, [...formats.before, formats.store, ...formats.after]);
  makeDataDir(dataDir);
  const present = files.filter((part) => hasContent(dataDir, part));
  for (const { name } of present) requireClosed(dataDir, name);
  const shared = database && databaseUrl !== undefined ? await import('./shared-database.ts') : undefined;
  if (database !== undefined) shared?.requireKnownDump(database, formats.tables);
  await shared?.requireUnused(databaseUrl as string);
  const isUsed = (await shared?.hasTables(databaseUrl as string)) ?? false;
  const there = [...present.map(({ name }) => path.join(dataDir, name)), ...(isUsed ? ['the database'] : [])];
  if (there.length > 0 && !replace) {
    throw notRestored(
      `There is something already: ${there.join(', ')}. Nothing was changed.`,
      'Restore to another place, or give --replace: what is there is then kept beside it under another name.',
    );
  }
  const setAside = `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-').toLowerCase()}`;
  try {
    for (const part of files) {
      const coming = bringDataFile(folder, dataDir, part);
      if (part.name === formats.store.name) markFile(coming, manifest, Date.now());
    }
    await shared?.restoreDatabase(databaseUrl as string, folder, setAside, manifest);
  } catch (thrown) {
    for (const part of files) leaveDataFile(dataDir, part);
    throw isDiskFull(thrown) ? noRoom(dataDir, thrown) : thrown;
  }
  for (const part of files) putDataFile(dataDir, part, setAside);
  return { manifest, setAside: there.length > 0 ? setAside : undefined };
}

function requireSameEngine(database: DatabasePart | undefined, url: string | undefined): void {
  if (database !== undefined && url === undefined) {
    throw notRestored(`The backup has a PostgreSQL database (${DUMP}).`, 'Set DATABASE_URL to an empty database.');
  }
  if (database === undefined && url !== undefined) {
    throw notRestored(
      'The backup has files alone, and DATABASE_URL is set.',
      'Unset DATABASE_URL to restore files; then `pnpm move` moves their rows into a database.',
    );
  }
}

function signersOf(
  { dataDir, network }: StorePlace & AskedLedger,
  [store]: readonly DataFileFormat[],
): readonly string[] {
  if (store === undefined) return [];
  try {
    return signersInFile(dataDir, store.name, network.name);
  } catch (thrown) {
    throw dataFileError(dataDir, store, thrown);
  }
}

async function signersIn(url: string, { network }: AskedLedger): Promise<readonly string[]> {
  const { signersInShared } = await import('./shared-database.ts');
  return await signersInShared(url, network.name);
}

/** Nothing of PostgreSQL is loaded without its setting. */
async function dump(url: string, to: string, tables: AllTables): Promise<DatabasePart> {
  const { dumpDatabase } = await import('./shared-database.ts');
  return await dumpDatabase(url, to, tables);
}

/** Windows syncs only what may be written. */
function syncToDisk(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } catch (cause) {
    throw new CountersignError('STORE_UNUSABLE', { message: `${file} could not be written to disk.`, cause });
  } finally {
    closeSync(descriptor);
  }
}
