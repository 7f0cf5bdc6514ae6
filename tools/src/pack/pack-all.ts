/** Builds everything that installs the server in a host, from the bundle and the sources in `distribution`. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { byNpx, byTarball, IS_PUBLISHED, NPM_NAME } from '@countersign/core/platform/launch';
import { iconFiles } from '@countersign/mcp-server/icons';
import { strToU8, zipSync } from 'fflate';
import { createTar } from 'nanotar';
import { bundleServer } from '../build/bundle.ts';
import { withResources } from '../command-line/resources.ts';
import { installText } from './install-text.ts';
import {
  ARCHIVE,
  ICONS,
  marketplaceManifest,
  mcpbManifest,
  npmManifest,
  pluginManifest,
  pluginServers,
  READ_ONLY_BUNDLE,
  readOnlyManifest,
  registryManifest,
} from './manifests.ts';

/** Packed files, by path with forward slashes; and the two kinds of archive, reproducible for equal files. */
type Files = Readonly<Record<string, Uint8Array>>;

export async function filesIn(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      paths.sort().map(async (path) => [relative(folder, path).replaceAll(sep, '/'), await readFile(path)] as const),
    ),
  );
}

const textFile = (text: string): Uint8Array => strToU8(text);
export const jsonFile = (value: unknown): Uint8Array => textFile(`${JSON.stringify(value, undefined, 2)}\n`);

export function under(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
}

const byPath = (files: Files) => Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));

/** A zip stores local times, from 1980. */
const WALL_CLOCK = new Date(1980, 0, 1);

function zip(files: Files): Uint8Array {
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

const ROOT = resolve(import.meta.dirname, '../../..');

/** @returns the paths of the files written to `folder`; other files there stay */
export async function packAll(folder: string): Promise<readonly string[]> {
  const server = await withResources(async (resources) => {
    const bundle = await resources.folder();
    await bundleServer(bundle);
    return await filesIn(bundle);
  });
  const license = { LICENSE: await readFile(join(ROOT, 'LICENSE')) };
  const skill = under('skills/countersign', await filesIn(join(ROOT, 'distribution/skill')));
  const npmFiles = { ...server, ...license, ...(await filesIn(join(ROOT, 'distribution/npm'))) };
  const start = IS_PUBLISHED ? byNpx(NPM_NAME) : byTarball(resolve(folder, `${ARCHIVE}.tgz`));
  const icons = under(ICONS, iconFiles());
  const bundled = { ...license, ...icons, ...under('server', server) };
  const written: Files = {
    [`${ARCHIVE}.tgz`]: tarball(under('package', { ...npmFiles, 'package.json': jsonFile(npmManifest()) })),
    [`${ARCHIVE}.mcpb`]: zip({ 'manifest.json': jsonFile(mcpbManifest()), ...bundled }),
    [READ_ONLY_BUNDLE]: zip({ 'manifest.json': jsonFile(readOnlyManifest()), ...bundled }),
    // Directories ask for them next to the bundle.
    ...icons,
    'server.json': jsonFile(registryManifest()),
    'install.md': textFile(installText(start)),
    'plugins/.claude-plugin/marketplace.json': jsonFile(marketplaceManifest('./claude-code')),
    ...under('plugins/claude-code', {
      '.claude-plugin/plugin.json': jsonFile(pluginManifest()),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code fills it in
      '.mcp.json': jsonFile(pluginServers({ command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/server/cli.js'] })),
      ...license,
      ...skill,
      ...under('server', server),
    }),
    ...under('plugins/cursor', {
      '.cursor-plugin/plugin.json': jsonFile(pluginManifest()),
      'mcp.json': jsonFile(pluginServers(start)),
      ...license,
      ...skill,
    }),
  };
  await rm(join(folder, 'plugins'), { recursive: true, force: true });
  for (const [path, content] of Object.entries(written)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return Object.keys(written);
}
