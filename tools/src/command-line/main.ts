/** `./countersign` without a command that it can run: lists the commands, or suggests the nearest one. */
import { runCommand, wrongCommand } from '@countersign/mcp-server/command-line/run-command';
import { COMMANDS } from './commands.ts';

const LIST = `usage: ./countersign <command> [...]

${Object.entries(COMMANDS)
  .map(([name, summary]) => `  ${name.padEnd(12)}  ${summary}`)
  .join('\n')}

  Each command explains itself with --help. docs/commands.md has the details, and the commands for a contributor.`;

await runCommand(async () => {
  const [command] = process.argv.slice(2);
  if (!['--help', '-h', 'help'].includes(command ?? '')) throw wrongCommand(command, Object.keys(COMMANDS), LIST);
  process.stdout.write(`${LIST}\n`);
});
