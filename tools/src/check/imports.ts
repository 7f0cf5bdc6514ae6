/** Every import in the sources, resolved by the exports of the packages: checked against the boundaries, and for cycles. */
import { posix } from 'node:path';
import { whyForbidden, whyUpward } from './boundaries.ts';

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\(|\bimport\.meta\.resolve\()\s*(['"])([^'"\n]+)\1/g;
const PACKAGE_NAME = /^(?:@[^/]+\/)?[^/]+/;

type Package = { readonly folder: string; readonly exports: Readonly<Record<string, string>> };

export type Repository = {
  /** Paths from the root, with `/`. */
  readonly files: readonly string[];
  readonly read: (file: string) => string;
};

export type ForbiddenImport = { readonly file: string; readonly line: number; readonly why: string };

type Import = {
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  /** A path from the root, or the specifier of a package of the registry. */
  readonly target: string;
};

/** Imports across a boundary, and imports of a package's internals. */
export function forbiddenImports(repository: Repository): readonly ForbiddenImport[] {
  return importsIn(repository).flatMap(({ file, line, specifier, target }) => {
    const why = brokenInternal(file, specifier) ?? whyForbidden(file, target) ?? whyUpward(file, target);
    return why === undefined ? [] : [{ file, line, why }];
  });
}

/**
 * Import cycles, types included: the files of a cycle can only be understood together.
 * @returns the files of each cycle in order, with the first repeated at the end
 */
export function importCycles(repository: Repository): readonly (readonly string[])[] {
  const targets = Map.groupBy(importsIn(repository), ({ file }) => file);
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const follow = (file: string) => {
    const start = path.indexOf(file);
    if (start !== -1) cycles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    path.push(file);
    for (const { target } of targets.get(file) ?? []) follow(target);
    path.pop();
    done.add(file);
  };
  for (const file of targets.keys()) follow(file);
  return cycles;
}

function importsIn({ files, read }: Repository): readonly Import[] {
  const packages = new Map(
    files.filter((file) => file.endsWith('/package.json')).map((file) => packageIn(posix.dirname(file), read(file))),
  );
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      // An import in a docstring's example does not count.
      const text = read(file).replace(/^ *\*.*$/gm, '');
      return [...text.matchAll(SPECIFIER)].map(({ index, 2: specifier = '' }) => ({
        file,
        line: text.slice(0, index).split('\n').length,
        specifier,
        target: targetOf(file, specifier, packages),
      }));
    });
}

/** A package's internals are for tests, benches, attacks and the record only. */
function brokenInternal(file: string, specifier: string): string | undefined {
  if (!/^@countersign\/[\w-]+\/internal\//.test(specifier)) return undefined;
  const isTesting =
    /\.test\.ts$|^tests\/|^packages\/testkit\/|^tools\/src\/(?:bench|expressions|fuzz|proof|record)\//.test(file);
  return isTesting ? undefined : `${specifier} is for tests`;
}

function targetOf(file: string, specifier: string, packages: ReadonlyMap<string, Package>): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const [name = ''] = PACKAGE_NAME.exec(specifier) ?? [];
  const found = packages.get(name);
  if (found === undefined) return specifier;
  const subpath = `.${specifier.slice(name.length)}`;
  for (const [key, to] of Object.entries(found.exports)) {
    const [begin = '', end] = key.split('*');
    if (end === undefined ? subpath === key : subpath.startsWith(begin)) {
      return posix.join(found.folder, to.replace('*', subpath.slice(begin.length)));
    }
  }
  return specifier;
}

function packageIn(folder: string, manifest: string): readonly [string, Package] {
  const { name, exports = {} } = JSON.parse(manifest);
  return [name, { folder, exports }];
}
