/** `pnpm build`: packages/mcp-server/dist/cli.js */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { bundleServer } from './bundle.ts';

const USAGE = `usage: pnpm build

  Bundles the MCP server into packages/mcp-server/dist/cli.js, the file that a host's configuration names.`;

await runWithOptions({ usage: USAGE, options: {} }, async () => {
  const folder = fileURLToPath(new URL('../../../packages/mcp-server/dist', import.meta.url));
  const files = await bundleServer(folder);
  process.stdout.write(`${relative(process.cwd(), folder)}/cli.js and ${Object.keys(files).length - 1} more files\n`);
});
