/** Everything that the commands for a person print: at a terminal where they type, and through a pipe. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { contactFor } from '@countersign/core/internal/contacts/contact';
import { LOCAL_PERSON } from '@countersign/core/internal/workflow/model/person';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { parseSettings } from '@countersign/core/settings';
import { ORDINARY_ROLES, startService } from '@countersign/testkit/escrow-service/running-service';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { call, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { answer, deadUrl, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { afterEach, expect, test } from 'vitest';
import { HOSTS } from './hosts.ts';

afterEach(endClock);

const [client, provider, platform, arbiter] = SANDBOX_ACCOUNTS;

type Ends = 'stdin' | 'stderr';
type Typing = {
  /** What goes to standard input. */
  readonly types?: string;
  /** Which of the command's streams belong to a terminal; default: both. */
  readonly at?: readonly Ends[];
  readonly env?: Record<string, string>;
};

const PIPED = { at: [] };
const SECRET = /\bS[A-Z2-7]{55}\b/g;

/** The command's streams in this process say that they belong to a terminal. */
async function atTerminal<T>(ends: readonly Ends[], run: () => Promise<T>): Promise<T> {
  const streams = ends.map((end) => (end === 'stdin' ? Readable.prototype : Writable.prototype));
  const say = (stream: object, name: string, value: unknown) =>
    Object.defineProperty(stream, name, { value, configurable: true });
  for (const stream of streams) {
    say(stream, 'isTTY', true);
    say(stream, 'columns', 100);
  }
  try {
    return await run();
  } finally {
    for (const stream of streams) for (const name of ['isTTY', 'columns']) Reflect.deleteProperty(stream, name);
  }
}

/** A transcript of what a person types and reads, with a data folder of its own. */
function transcript() {
  const part = createPart();
  const folder = temporaryFolder();
  const before = new Set<string>();
  // A long paragraph is shown once, and how a command is called only by --help.
  const once = (paragraph: string) => {
    if (before.has(paragraph)) return `${paragraph.slice(0, 60)}…`;
    if (paragraph.length > 600 && paragraph.includes('\n')) before.add(paragraph);
    return paragraph;
  };
  const shown = (text: string) =>
    stripVTControlCharacters(text)
      .replaceAll(folder, '<data>')
      .replaceAll(process.execPath, '<node>')
      .replaceAll(SECRET, '<secret>')
      .trimEnd()
      .split('\n\n')
      .map(once)
      .join('\n\n');
  const run = async (args: readonly string[], { types = '', at = ['stdin', 'stderr'], env = {} }: Typing = {}) => {
    const options = { input: types, env: { COUNTERSIGN_DATA_DIR: folder, INIT_CWD: folder, ...env } };
    const { code, stdout, stderr } = await atTerminal(at, () => runMcpHere(args, options));
    expect(stdout + stderr).not.toMatch(SECRET);
    part.note(`$ ${shown(args.join(' '))}${at.length === 2 ? '' : `, a terminal: ${at.join() || 'none'}`}`);
    if (types !== '') part.note('typed', shown(types).replaceAll('\u0003', 'Ctrl-C').replaceAll('\0', 'NUL'));
    if (stderr !== '') part.note('stderr', shown(code === 2 ? stderr.replace(/^usage:.*/ms, 'usage: …') : stderr));
    if (stdout !== '') part.note('stdout', shown(stdout));
    part.note(`exit code ${code}`);
    return stdout.trim();
  };
  return { run, part, folder };
}

test('shows the address book, and asks before a name or a look-alike gets another address', async () => {
  restartClock();
  const { run, part, folder } = transcript();
  const contacts = (args: string, typing?: Typing) => run(['contacts', ...args.split(' ')], typing);
  const change = (types: string, at?: readonly Ends[]) =>
    contacts(`add ana ${provider.address}`, { types, ...(at === undefined ? {} : { at }) });
  await contacts('--help');
  for (const args of ['ad', 'add Ana', 'list all', 'remove', '--colour']) await contacts(args);
  await contacts('list');
  await contacts('remove Ana');
  await contacts(`add Ana ${client.address.slice(0, -1)}X`);
  await contacts(`add Ana ${sandboxKeypair('x').secret()}`);
  await contacts(`add Ana Luísa ${client.address}`);
  await contacts(`add Ana ${client.address}`, PIPED);
  passTime(86_400);
  await contacts(`add ana ${client.address}`, { types: 'nothing is asked\n' });
  await contacts('list');
  const last = provider.address.slice(-4);
  await change(`${client.address.slice(-4)}\n`);
  await change('\n');
  await change('\u0003');
  await change(`${last}\n`, []);
  await change(`${last}\n`, ['stdin']);
  await change(`${last}\n`, ['stderr']);
  await change(`${last.toLowerCase()}\n`);
  const alike = alikeTo(client.address, 6, 4);
  await contacts(`add Eve ${alike}`, { types: `${alike.slice(6, 12)}\n`, ...PIPED });
  await contacts(`add Eve ${alike}`, { types: `${alike.slice(-6)}\n` });
  await contacts(`add Eve ${alike}`, { types: `${alike.slice(6, 12).toLowerCase()}\n` });
  const ofProvider = alikeTo(provider.address, 2, 5);
  await contacts(`add Ana ${ofProvider}`, { types: `${ofProvider.slice(2, 8)}\n` });
  const ofClient = alikeTo(client.address, 7, 43);
  await contacts(`add Ana ${ofClient}`, { types: `${ofClient.slice(7, 13)}\n` });
  const { store } = await openStore(parseSettings({ COUNTERSIGN_DATA_DIR: folder }));
  const old = contactFor('You', arbiter.address, { by: 'page', at: Date.now(), earlier: undefined });
  await store.setContact(LOCAL_PERSON, old, undefined);
  await store.close();
  await contacts('list');
  await contacts('remove ana luísa');
  await contacts(`add Ana Luísa ${platform.address}`, PIPED);
  await contacts(`add Ana Luísa ${platform.address}`, { types: `${platform.address.slice(-4)}\n` });
  await contacts('list', { env: { STELLAR_NETWORK: 'testnet' } });
  await expect(part.text()).toMatchFileSnapshot('recorded/contacts.txt');
});

const UNFIT = [
  ...['', 'sign', 'lst', 'new x', 'list x', 'fund', 'fund a b', 'list --id x'],
  ...['sign x --id x', 'sign a b', '-x'],
];

test('shows the wallets of the sandbox, and funds accounts', async () => {
  restartClock();
  const { run, part, folder } = transcript();
  const sandbox = (args: string, typing?: Typing) => run(['sandbox', ...args.split(' ').filter(Boolean)], typing);
  await sandbox('--help');
  for (const args of UNFIT) await sandbox(args);
  for (const name of ['', '--as my-own', '', '--as client', '--as My', `--as a${'b'.repeat(31)}`, '--as 1a'])
    await sandbox(`new ${name}`);
  await sandbox(`new --as a${'b'.repeat(30)}`);
  await sandbox('list');
  const newcomer = sandboxKeypair('newcomer').publicKey();
  for (const address of ['G', NETWORKS.sandbox.tokens[0].address, newcomer, newcomer]) await sandbox(`fund ${address}`);

  const fund = (env: Record<string, string>) =>
    sandbox(`fund ${newcomer}`, { env: { STELLAR_NETWORK: 'sandbox', ...env } });
  await fund({ ESCROW_API_URL: (await startService()).url });
  await fund({ ESCROW_API_URL: await deadUrl() });
  const { passphrase: networkPassphrase } = NETWORKS.sandbox;
  const friendbot = await startScriptedService(answer(500, 'no money left'));
  const elsewhere = async (description: object) =>
    fund({ ESCROW_API_URL: (await startScriptedService(answer(200, description))).url });
  await elsewhere({ networkPassphrase: NETWORKS.testnet.passphrase, friendbotUrl: friendbot.url });
  await elsewhere({ networkPassphrase, friendbotUrl: friendbot.url, rpcUrl: friendbot.url });
  await fund({ STELLAR_NETWORK: 'testnet', ESCROW_SERVICE: 'direct', STELLAR_RPC_URL: friendbot.url });

  writeFileSync(path.join(folder, 'sandbox-wallets.json'), '{"x": ');
  await sandbox('list');
  const blocked = path.join(folder, 'blocked');
  mkdirSync(path.join(blocked, 'sandbox-wallets.json'), { recursive: true });
  for (const args of ['list', 'new']) await sandbox(args, { env: { COUNTERSIGN_DATA_DIR: blocked } });
  await expect(part.text()).toMatchFileSnapshot('recorded/wallets.txt');
});

test('shows a transaction before it signs it, and signs what has stops only after a person typed the amount', async () => {
  restartClock();
  const { run, part, folder } = transcript();
  const { deploy } = await startService({ now: () => Date.now() });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const sign = (args: string, typing?: Typing) => run(['sandbox', 'sign', ...args.split(' ')], typing);
  const unsigned = await deploy();
  write('deploy.txt', unsigned);
  write('signed.txt', await sign('deploy.txt'));
  await sign('signed.txt');
  await sign('deploy.txt --as client');
  await sign('deploy.txt --as provider');
  await sign('deploy.txt --as none');
  await sign('no-such-file.txt');
  await sign('-', { types: JSON.stringify({ unsignedXdr: unsigned }) });
  for (const types of ['nothing of the kind', ' ', 'PNG\0', sandboxKeypair('x').secret()]) await sign('-', { types });
  write('400000.txt', `${unsigned}${' '.repeat(400_000 - unsigned.length)}`);
  write('400001.txt', `${unsigned}${' '.repeat(400_001 - unsigned.length)}`);
  await sign('400000.txt', { env: { COUNTERSIGN_FEE_STOP: '4' }, at: [] });
  await sign('400001.txt');
  const all = Object.fromEntries(Object.keys(ORDINARY_ROLES).map((role) => [role, arbiter.address]));
  write('robbery.txt', await deploy(all, 99));
  for (const types of ['10.51\n', 'ten\n', '\n', '\u0003', `${sandboxKeypair('x').secret()}\n`, '10.50\n'])
    await sign('robbery.txt', { types });
  for (const at of [['stdin'], ['stderr'], []] as const) await sign('robbery.txt', { types: '10.5\n', at });
  passTime(1_000);
  await sign('deploy.txt');
  await expect(part.text()).toMatchFileSnapshot('recorded/sign.txt');
});

test('signs and sends what an assistant prepared, and reports what became of it', async () => {
  restartClock();
  const { run, part, folder } = transcript();
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR: folder } });
  const sign = async (name: string, input: Record<string, unknown>, typing?: Typing, ...more: string[]) => {
    passTime(5);
    part.note(name, input['engagementId'] ?? input);
    const { id } = await call(host, name, input);
    await run(['sandbox', 'sign', '--id', String(id), ...more], typing);
    return String(id);
  };
  await run(['sandbox', 'sign', '--id', 'none']);
  const id = await sign('deploy_escrow', REQUEST, PIPED, '--as', 'provider');
  await run(['sandbox', 'sign', '--id', id], PIPED);
  await run(['sandbox', 'sign', '--id', id]);
  const { escrow } = await call(host, 'get_escrow', { id });
  const step = (name: string, more: object = {}, typing?: Typing) =>
    sign('prepare_step', { escrow, step: name, ...more }, typing);
  const toOne = Object.fromEntries(Object.keys(REQUEST.roles).map((role) => [role, arbiter.address]));
  const robbery = { ...REQUEST, roles: toOne, engagementId: 'ENG-2' };
  await sign('deploy_escrow', robbery, { types: '60.4\n' });
  await sign('deploy_escrow', robbery, { types: '60.5\n' });
  await step('fund', { signer: 'client', amount: '0.5' });
  await step('fund', { signer: 'client', amount: '70' }, { types: '70\n' });
  await step('change-status', { milestone: 1, evidence: 'https://example.com/sketches.pdf' });
  await step('approve', { milestone: 1 });
  await step('release', { milestone: 1 }, { types: '10.5\n' });
  await expect(part.text()).toMatchFileSnapshot('recorded/sign-prepared.txt');
});

test('prints the configuration for each host, and what it does not take', async () => {
  const { run, part } = transcript();
  for (const flag of ['--help', '-h', 'help', '--version', '--nonsense', 'nonsense', 'doctr', 'toString', ''])
    await run([flag]);
  for (const args of [['--print-config'], ['--print-config', 'nowhere'], ['--print-config=zed', 'goose']])
    await run(args);
  const env = { STELLAR_NETWORK: 'testnet', COUNTERSIGN_READ_ONLY: 'true' };
  for (const host of Object.keys(HOSTS)) await run(['--print-config', host], { env });
  const secrets = {
    ESCROW_API_KEY_FILE: '/run/key',
    ESCROW_API_KEY: 'a-key-of-16-chars',
    COUNTERSIGN_DATA_DIR: 'C:/a@b',
  };
  await run(['--print-config', 'codex'], { env: { ...secrets, ESCROW_API_URL: 'https://ana:pass@service.example' } });
  await run(['--print-config', 'cursor'], { env: { ESCROW_DEFAULT_SIGNER: sandboxKeypair('x').secret() } });
  await expect(part.text()).toMatchFileSnapshot('recorded/configuration.txt');
});
