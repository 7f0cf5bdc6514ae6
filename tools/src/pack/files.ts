/** Packed files, by path with forward slashes; and the two kinds of archive, reproducible for equal files. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { createTar } from 'nanotar';
import { bundleServer } from '../build/bundle.ts';

export type Files = Readonly<Record<string, Uint8Array>>;

/** The bundled server. */
export async function bundledFiles(): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pack-'));
  try {
    await bundleServer(join(folder, 'server'));
    return await filesIn(join(folder, 'server'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function filesIn(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      paths.sort().map(async (path) => [relative(folder, path).replaceAll(sep, '/'), await readFile(path)] as const),
    ),
  );
}

export const textFile = (text: string): Uint8Array => strToU8(text);
export const jsonFile = (value: unknown): Uint8Array => textFile(`${JSON.stringify(value, undefined, 2)}\n`);

export function under(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
}

const byPath = (files: Files) => Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));

/** A zip stores local times, from 1980. */
const WALL_CLOCK = new Date(1980, 0, 1);

export function zip(files: Files): Uint8Array {
  return zipSync(Object.fromEntries(byPath(files)), { mtime: WALL_CLOCK, level: 9 });
}

/** npm's own timestamp for reproducible packages. */
const LONG_AGO = Date.parse('1985-10-26T08:15:00Z');

export function tarball(files: Files): Uint8Array {
  const entries = byPath(files).map(([name, data]) => ({
    name,
    data,
    attrs: { mode: name.endsWith('/cli.js') ? '755' : '644' },
  }));
  const attrs = { uid: 0, gid: 0, user: 'root', group: 'root', mtime: LONG_AGO };
  return gzipSync(createTar(entries, { attrs }), { level: 9 });
}
