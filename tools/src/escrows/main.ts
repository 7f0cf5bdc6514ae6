/** `pnpm escrows`: the server's own `escrows` command, from source. */
import { run } from '@countersign/mcp-server/command-line/escrows';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';

await runCommand(() => run(process.argv.slice(2), 'pnpm escrows'));
