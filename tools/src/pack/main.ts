/** `pnpm pack:all`: everything that installs the MCP server in a host, or the libraries, into `dist`. */
import { relative, resolve } from 'node:path';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { packAll } from './pack-all.ts';
import { packLibraries } from './pack-libraries.ts';

const USAGE = `usage: pnpm pack:all [--libraries] [--to <folder>]

  Builds everything that installs the MCP server in a host into dist, or the folder named: the npm package as a
  tarball, the MCP bundle (.mcpb) and one that only reads, server.json for the MCP registry, plugins for Claude Code and
  Cursor, and install.md with each host's configuration and install links.

  --libraries  packs core for programs of your own instead, and the sandbox, as JavaScript with types.`;

const OPTIONS = { to: { type: 'string', default: 'dist' }, libraries: { type: 'boolean' } } as const;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async ({ to, libraries }) => {
  const folder = resolve(to);
  const paths = await (libraries ? packLibraries : packAll)(folder);
  const tops = [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))];
  process.stdout.write(`${tops.map((path) => `${relative(process.cwd(), folder)}/${path}\n`).join('')}`);
});
