/** How a host or a person starts this server the way it runs now. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The release switch. `countersign-mcp` is not published yet, and anyone could claim the name and decide what runs
 * under it. So until the owner has published it, every line that installs Countersign names what was built here
 * (decision 30). To release: publish, fill in the names below, set this to true and run `pnpm fix`.
 */
export const IS_PUBLISHED: boolean = false;

export const NPM_NAME = 'countersign-mcp';

/** Reserved names (RFC 2606), which no one can take, until there are real ones. */
export const REGISTRY_NAME = 'com.example/countersign-mcp';
export const IMAGE_NAME = 'registry.example/countersign-mcp';

export type Launch = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

type Start = Omit<Launch, 'env'>;

/** @param what a package as npm names it. An absolute path needs `file:`, or npx takes the file for a command. */
export const byNpx = (what: string): Start => ({ command: 'npx', args: ['-y', what] });
export const byTarball = (path: string): Start => byNpx(`file:${path}`);

export function ownStart(entry: string | undefined = process.argv[1], isPublished = IS_PUBLISHED): Start {
  const own = realpathSync(entry ?? '');
  // In the image's bundle the server is next to the bot, and has the commands that texts name.
  const server = resolve(own, '../cli.js');
  const file = existsSync(server) ? server : own;
  const tarball = tarballOf(file);
  // A checkout runs its source, whether or not a version is published.
  if (isPublished && file.endsWith('.js')) return byNpx(NPM_NAME);
  return tarball === undefined ? { command: process.execPath, args: [file] } : byTarball(tarball);
}

/** The tarball that npx runs, if any. A path inside the npx cache is no use: the cache may be emptied at any time. */
function tarballOf(file: string): string | undefined {
  const folder = resolve(file, '../../..');
  const manifest = join(folder, 'package.json');
  if (!/[\\/]_npx[\\/]/.test(folder) || !existsSync(manifest)) return undefined;
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: Record<string, string> };
  const [, path] = /^file:(.+)$/.exec(dependencies?.[NPM_NAME] ?? '') ?? [];
  return path === undefined ? undefined : resolve(folder, path);
}

const SOURCE = import.meta.filename.endsWith('.ts') ? import.meta.filename : undefined;

/** How a person runs a command of this program: a checkout has a script that finds its Node. */
export function ownCommand(entry = SOURCE): string {
  if (entry?.endsWith('.ts') && process.platform !== 'win32') {
    return `${shell(resolve(import.meta.dirname, '../../../../countersign'))} mcp`;
  }
  const { command, args } = ownStart(entry);
  return shell(command, ...args);
}

export function shell(...words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** Whether npx runs it on a Node that belongs to a folder, which a host elsewhere does not find. */
export function isOnFoldersNode({ command }: Start, node = process.execPath): boolean {
  return command === 'npx' && /[\\/]node_modules[\\/]/.test(node);
}
