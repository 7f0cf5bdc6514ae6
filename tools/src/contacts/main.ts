/** `pnpm contacts`: the server's own `contacts` command, from source. */
import { run } from '@countersign/mcp-server/command-line/contacts';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';

await runCommand(() => run(process.argv.slice(2), 'pnpm contacts'));
