/** `countersign-mcp` with arguments: what a person does in a terminal. Without any, the server starts. */

import { isOnFoldersNode, ownCommand, ownStart } from '@countersign/core/platform/launch';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { credentialsIn } from '@countersign/core/settings';
import { givenValue } from '@countersign/core/settings/given-value';
import { fileVariable } from '@countersign/core/settings/secret-files';
import { VARIABLES } from '@countersign/core/settings/variables';
import { quoted } from '@countersign/core/text';
import packageJson from '../../package.json' with { type: 'json' };
import { HOSTS } from './hosts.ts';
import { noCommand, print, runCommand, UsageError } from './run-command.ts';

export function main(args: readonly string[]): Promise<void> {
  return runCommand(async () => {
    const [name = '', ...rest] = args;
    const [flag = '', ...values] = name.startsWith('--') ? name.split('=') : [name];
    if (Object.hasOwn(COMMANDS, name)) return await (await COMMANDS[name]?.load())?.run(rest);
    if (flag === '--help' || flag === '-h' || name === 'help') return print(help());
    if (flag === '--version' || flag === '-v') return print(packageJson.version);
    if (flag === '--print-config') return printConfig([...values, ...rest][0]);
    const none = name.startsWith('-')
      ? `There is no option ${quoted(name, 40)}.`
      : noCommand(name, Object.keys(COMMANDS));
    throw new UsageError(`${none} --help lists what there is.`);
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

const OTHER_NODE =
  'The Node that runs here belongs to this folder. The host starts the server with its own node, which must be 22.18 or newer.\n';

/** Whether it may be an address with a user name or a password, even a malformed one. A drive letter never counts. */
function mayHoldUser(value: string): boolean {
  const colon = value.indexOf(':', 'C:'.length);
  return colon !== -1 && value.includes('@', colon);
}

/** @throws CountersignError SECRET_REFUSED for a secret in a variable that should hold none */
function printConfig(name: string | undefined): void {
  const host = name !== undefined && Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host === undefined) {
    const unknown = name === undefined ? '' : `${quoted(name, 40)} is no host that Countersign knows. `;
    throw new UsageError(`${unknown}--print-config takes one of: ${Object.keys(HOSTS).join(', ')}.`);
  }
  // The path of a secret's file is not a secret.
  const variables = VARIABLES.flatMap(({ name: variable, isSecret = false }) => [
    { variable, isSecret },
    ...(isSecret ? [{ variable: fileVariable(variable), isSecret: false }] : []),
  ]);
  const values = variables.flatMap(({ variable, isSecret }) => {
    const value = givenValue(process.env[variable]);
    return value === undefined ? [] : [{ variable, value, isSecret: isSecret || mayHoldUser(value) }];
  });
  const env: Record<string, string> = Object.fromEntries(
    values.filter(({ isSecret }) => !isSecret).map(({ variable, value }) => [variable, value]),
  );
  refuseSecrets(env, createSecretScanner(credentialsIn(process.env)));
  const secret = values.filter(({ isSecret }) => isSecret).map(({ variable }) => variable);
  const launch = { ...ownStart(), env };
  process.stdout.write(`${host.configuration(launch)}\n`);
  process.stderr.write(`\nFor ${host.title}: put this into ${host.place}.\n`);
  if (host.add !== undefined) process.stderr.write(`Or run this: ${host.add(launch)}\n`);
  if (isOnFoldersNode(launch)) process.stderr.write(OTHER_NODE);
  if (secret.length > 0) process.stderr.write(`Not printed, since it may hold a secret: ${secret.join(', ')}.\n`);
}

type Command = {
  /** For `--help`. */
  readonly summary: string;
  /** Called when the command is. */
  readonly load: () => Promise<{ readonly run: (args: readonly string[]) => Promise<void> }>;
};

export const COMMANDS: Readonly<Record<string, Command>> = {
  sandbox: {
    summary: 'sign, fund and pay with the sandbox’s demo accounts',
    load: () => import('./sandbox/sandbox.ts'),
  },
  escrows: {
    summary: 'a link to the list of your escrows; or frees what you know has failed',
    load: () => import('./escrows.ts'),
  },
  contacts: {
    summary: 'your address book: names that can stand for addresses',
    load: () => import('./contacts.ts'),
  },
  http: {
    summary: 'serve MCP over HTTP, for hosts on this machine or, with sign-in, elsewhere',
    load: () => import('./http.ts'),
  },
  doctor: {
    summary: 'say what is set up well, what is wrong and what to do about it',
    load: () => import('./doctor/doctor.ts'),
  },
};
