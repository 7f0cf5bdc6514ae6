/** Copies of a data file, kept beside it from before each migration. */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openSqlite } from './sqlite.ts';

/** How many copies of one file are kept, the newest ones. */
const MAX_COPIES = 3;
const COPY_SUFFIX = /^\.v\d+-(\d{4}-\d\d-\d\dT[\d.-]+Z)$/;

/**
 * Copies the file as last committed, readable by its owner only. The caller must hold the file's write lock. SQLite
 * makes the copy over a second connection: a plain read of the file would miss its log, and drop this process's locks.
 * @param begun called once the copy is being made
 * @returns where it stands, whole and on disk: `prepared.sqlite.v1-2026-11-22T10-15-00.000Z`
 */
export function keepCopy(file: string, version: number, begun: () => void): string {
  const unfinished = `${file}.copying`;
  const copy = `${file}.v${version}-${new Date().toISOString().replaceAll(':', '-')}`;
  // Removes what a crash left, so that a link planted under this name is not followed.
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, '', { mode: 0o600, flag: 'wx' });
  begun();
  try {
    const source = openSqlite(file);
    try {
      source.prepare('VACUUM INTO ?').run(unfinished);
    } finally {
      source.close();
    }
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

/** Removes all copies but the newest. */
export function pruneCopies(file: string): void {
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
