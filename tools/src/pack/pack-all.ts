/** Builds everything that installs the server in a host, from the bundle and the sources in `distribution`. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { byNpx, byTarball } from '@countersign/mcp-server/command-line/launch';
import { IS_PUBLISHED, NPM_NAME } from '@countersign/mcp-server/command-line/release';
import { bundledFiles, type Files, filesIn, jsonFile, tarball, textFile, under, zip } from './files.ts';
import { installText } from './install-text.ts';
import {
  ARCHIVE,
  marketplaceManifest,
  mcpbManifest,
  npmManifest,
  pluginManifest,
  pluginServers,
  registryManifest,
} from './manifests.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** @returns the paths of the files written to `folder`; other files there stay */
export async function packAll(folder: string): Promise<readonly string[]> {
  const server = await bundledFiles();
  const license = { LICENSE: await readFile(join(ROOT, 'LICENSE')) };
  const skill = under('skills/countersign', await filesIn(join(ROOT, 'distribution/skill')));
  const module = { 'package.json': jsonFile({ type: 'module' }) };
  const npmFiles = { ...server, ...license, ...(await filesIn(join(ROOT, 'distribution/npm'))) };
  const start = IS_PUBLISHED ? byNpx(NPM_NAME) : byTarball(resolve(folder, `${ARCHIVE}.tgz`));
  const written: Files = {
    [`${ARCHIVE}.tgz`]: tarball(under('package', { ...npmFiles, 'package.json': jsonFile(npmManifest()) })),
    [`${ARCHIVE}.mcpb`]: zip({
      'manifest.json': jsonFile(mcpbManifest()),
      ...license,
      ...under('server', { ...server, ...module }),
    }),
    'server.json': jsonFile(registryManifest()),
    'install.md': textFile(installText(start)),
    'plugins/.claude-plugin/marketplace.json': jsonFile(marketplaceManifest('./claude-code')),
    ...under('plugins/claude-code', {
      '.claude-plugin/plugin.json': jsonFile(pluginManifest()),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code fills it in
      '.mcp.json': jsonFile(pluginServers({ command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/server/cli.js'] })),
      ...license,
      ...skill,
      ...under('server', { ...server, ...module }),
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
