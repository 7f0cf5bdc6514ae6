/** `pnpm contacts`: the server's own `contacts` command, from source. */
import { run } from '@countersign/mcp-server/command-line/contacts';
import { runCommand } from '../command-line/run-command.ts';

await runCommand(() => run(process.argv.slice(2), 'pnpm contacts'));
