/** `pnpm wallet`: the server's own `sandbox` command, from source. */
import { runCommand } from '@countersign/mcp-server/command-line/run-command';
import { run } from '@countersign/mcp-server/command-line/sandbox/sandbox';

await runCommand(() => run(process.argv.slice(2), 'pnpm wallet'));
