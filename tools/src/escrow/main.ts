/** `pnpm escrow`: the server's own `escrow` command, from source. */
import { run } from '@countersign/mcp-server/command-line/escrow/escrow';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';

await runCommand(() => run(process.argv.slice(2), 'pnpm escrow'));
