/** `pnpm build`: packages/mcp-server/dist/cli.js */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command-line/run-command.ts';
import { bundleServer } from './bundle.ts';

await runCommand(async () => {
  const folder = fileURLToPath(new URL('../../../packages/mcp-server/dist', import.meta.url));
  const files = await bundleServer(folder);
  process.stdout.write(`${relative(process.cwd(), folder)}/cli.js and ${Object.keys(files).length - 1} more files\n`);
});
