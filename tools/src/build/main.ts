/** `pnpm build`: packages/mcp-server/dist/cli.js */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';
import { bundleServer } from './bundle.ts';

const USAGE = `usage: pnpm build

  Bundles the MCP server into packages/mcp-server/dist/cli.js, the file that a host's configuration names.`;

await runCommand(async () => {
  if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const folder = fileURLToPath(new URL('../../../packages/mcp-server/dist', import.meta.url));
  const files = await bundleServer(folder);
  process.stdout.write(`${relative(process.cwd(), folder)}/cli.js and ${Object.keys(files).length - 1} more files\n`);
});
