/** `pnpm build`: packages/mcp-server/dist/cli.js, or all programs of an installation */
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { bundleServer, PROGRAMS } from './bundle.ts';

const USAGE = `usage: pnpm build [--all] [--to <folder>]

  Bundles the MCP server into packages/mcp-server/dist/cli.js, the file that a host's configuration names.

  --all  also the bot, backup, restore, move and doctor, as the image has them
  --to   writes into this folder instead, and empties it first`;

const DIST = fileURLToPath(new URL('../../../packages/mcp-server/dist', import.meta.url));
const OPTIONS = { all: { type: 'boolean' }, to: { type: 'string', default: DIST } } as const;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async ({ all, to }) => {
  const folder = resolve(to);
  const files = await bundleServer(folder, all ? PROGRAMS : undefined);
  process.stdout.write(`${relative(process.cwd(), folder)}/cli.js and ${Object.keys(files).length - 1} more files\n`);
});
