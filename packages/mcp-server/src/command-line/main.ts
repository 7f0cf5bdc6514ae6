/** `countersign-mcp` with arguments: what a person does in a terminal. Without any, the server starts. */
import { quoted } from '@countersign/core/text';
import packageJson from '../../package.json' with { type: 'json' };
import { COMMANDS } from './commands.ts';
import { HOSTS } from './hosts.ts';
import { ownCommand } from './launch.ts';
import { printConfig } from './print-config.ts';
import { runCommand, UsageError } from './run-command.ts';

export function main(args: readonly string[]): Promise<void> {
  return runCommand(async () => {
    const [given = '', ...rest] = args;
    const [flag = '', ...values] = given.startsWith('--') ? given.split('=') : [given];
    if (Object.hasOwn(COMMANDS, given)) return await (await COMMANDS[given]?.load())?.run(rest);
    if (flag === '--help' || flag === '-h' || given === 'help') return print(help());
    if (flag === '--version' || flag === '-v') return print(packageJson.version);
    if (flag === '--print-config') return printConfig([...values, ...rest][0]);
    const what = given.startsWith('-') ? 'option' : 'command';
    throw new UsageError(`There is no ${what} ${quoted(given, 40)}. --help lists what there is.`);
  });
}

function help(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length), 'print-config'.length + 9);
  const row = (name: string, summary: string) => `  ${name.padEnd(width)}  ${summary}`;
  return [
    'Countersign: milestone escrow on Stellar for AI assistants, signed by your own wallet.',
    '',
    `usage: ${ownCommand()} [command]`,
    '',
    row('(nothing)', 'serve an assistant’s host over stdio (MCP)'),
    ...Object.entries(COMMANDS).map(([name, { summary }]) => row(name, summary)),
    row('--print-config <host>', 'the configuration of this server for a host, one of:'),
    row('', `${Object.keys(HOSTS).slice(0, 6).join(', ')},`),
    row('', Object.keys(HOSTS).slice(6).join(', ')),
    row('--version', 'the version'),
    row('--help, help', 'this text; a command has its own: <command> --help'),
    '',
    'Settings come from the environment; without any it runs in the sandbox, where no real money moves.',
  ].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
