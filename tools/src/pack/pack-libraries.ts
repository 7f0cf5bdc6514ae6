/** Packs core, and the sandbox that its examples use, as JavaScript with types: Node runs no TypeScript in node_modules. */
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { withResources } from '../command-line/resources.ts';
import { filesIn, jsonFile, tarball, under } from './pack-all.ts';

/** Each depends only on itself, on those before it and on packages of the registry. */
const LIBRARIES = ['core', 'local-http', 'sandbox-ledger', 'escrow-service'] as const;

const ROOT = resolve(import.meta.dirname, '../../..');
const CONFIG = join(import.meta.dirname, 'tsconfig.libraries.json');

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** @returns the names of the tarballs written to `folder` */
export const packLibraries = (folder: string): Promise<readonly string[]> =>
  withResources(async (resources) => {
    const compiled = await resources.folder();
    await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', CONFIG, '--outDir', compiled]);
    await mkdir(folder, { recursive: true });
    return await Promise.all(
      LIBRARIES.map(async (library) => {
        const source = join(ROOT, 'packages', library);
        const manifest: Manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
        const modules = await filesIn(join(compiled, library));
        const missing = globSync('src/**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }).filter(
          (file) => !Object.hasOwn(modules, file.replaceAll(sep, '/').replace(/ts$/, 'js')),
        );
        if (missing.length > 0) throw new Error(`The compiler did not write ${missing.join(', ')} of ${library}.`);
        const files = { ...modules, ...(await docsOf(source)), 'package.json': jsonFile(packedManifest(manifest)) };
        const name = `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`;
        await writeFile(join(folder, name), tarball(under('package', files)));
        return name;
      }),
    );
  });

async function docsOf(source: string) {
  const readme = join(source, 'README.md');
  const license = { LICENSE: await readFile(join(ROOT, 'LICENSE')) };
  return existsSync(readme) ? { ...license, 'README.md': await readFile(readme) } : license;
}

/** Exports the compiled files, without internals, and needs the packed versions of our own packages. */
function packedManifest({ exports, dependencies, ...manifest }: Manifest) {
  const { devDependencies: _, private: __, ...rest } = manifest as Manifest & Readonly<Record<string, unknown>>;
  const open = Object.entries(exports).filter(([path]) => path !== './internal/*');
  return {
    ...rest,
    exports: Object.fromEntries(
      open.map(([path, file]) => [path, { types: file.replace(/ts$/, 'd.ts'), default: file.replace(/ts$/, 'js') }]),
    ),
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => [name, version.replace('workspace:*', manifest.version)]),
    ),
  };
}
