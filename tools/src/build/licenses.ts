/** The licences of the packages that a bundle contains. The page and the card drop the comments that name them. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** The file in the bundle. */
export const LICENSES = 'THIRD-PARTY-LICENSES.txt';

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** @returns a plugin for every build that becomes part of the bundle, and the licences of what they loaded */
export function recordPackages() {
  const folders = new Set<string>();
  const plugin: Plugin = {
    name: 'record-packages',
    setup: ({ onLoad }) => {
      onLoad({ filter: PACKAGE }, ({ path }) => void folders.add(PACKAGE.exec(path)?.[0] ?? ''));
    },
  };
  const licenses = async () => {
    const sections = await Promise.all([...folders].map(sectionOf));
    return [...new Set(sections)].sort().join('\n\n');
  };
  return { plugin, licenses };
}

async function sectionOf(folder: string): Promise<string> {
  const { name, version, license, author, repository } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = globSync('{LICEN[CS]E,licen[cs]e,Licen[cs]e,COPYING,NOTICE}*', { cwd: folder }).sort();
  const texts = await Promise.all(files.map(async (file) => (await readFile(join(folder, file), 'utf8')).trim()));
  // Some packages only name their licence.
  const where = `By ${author?.name ?? author ?? 'the authors'} of ${repository?.url ?? repository}; the package has no text.`;
  const title = `${'='.repeat(80)}\n${name} ${version} (${license ?? 'no licence named'})`;
  return [title, ...(texts.length === 0 ? [where] : texts)].join('\n\n');
}
