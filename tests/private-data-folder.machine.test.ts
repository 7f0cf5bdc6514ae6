/** The data folder on a machine with other users: the real programs, with the most permissive umask. */
import { chmodSync, chownSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startDiscord, until } from '@countersign/testkit/discord/discord';
import { HELLO } from '@countersign/testkit/mcp/run';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

const STRANGER = 12_345;

const SCRIPTS = {
  'the MCP server': ['packages/mcp-server/src/cli.ts'],
  'the bot': ['packages/discord-bot/src/cli.ts'],
  'the service': ['packages/escrow-service/src/cli.ts', '--port', '0'],
  start: ['tools/src/start/main.ts', '--port', '0'],
  wallet: ['tools/src/wallet/main.ts', 'new'],
} as const;
type Program = keyof typeof SCRIPTS;

async function run(program: Program, dataDir: string) {
  const [script, ...args] = SCRIPTS[program];
  const file = path.resolve(import.meta.dirname, '..', script);
  const discord = program === 'the bot' || program === 'start' ? (await startDiscord()).env : {};
  // A shell sets the umask, which Node cannot for its child.
  return startProcess(['-c', 'umask 0; exec "$0" "$@"', process.execPath, file, ...args], {
    command: 'sh',
    env: {
      ...discord,
      COUNTERSIGN_DATA_DIR: dataDir,
      // Compiled code goes where the server itself puts it.
      ...(program === 'the MCP server' ? { NODE_COMPILE_CACHE: '' } : {}),
    },
  });
}

/** Modes of the folder and its entries that other users could access. */
function openEntries(dataDir: string): string[] {
  // Node's own files in `compiled` are protected by that folder's mode.
  return ['.', ...readdirSync(dataDir)].filter((name) => (lstatSync(path.join(dataDir, name)).mode & 0o077) !== 0);
}

test.skipIf(process.platform === 'win32')(
  'every program makes the folder and its files private, even those that were open before',
  async () => {
    const dataDir = temporaryFolder();
    for (const name of ['prepared.sqlite', 'discord.sqlite', 'sandbox-ledger.sqlite']) {
      writeFileSync(path.join(dataDir, name), '');
      chmodSync(path.join(dataDir, name), 0o666);
    }
    chmodSync(dataDir, 0o777);
    expect(await (await run('wallet', dataDir)).ended).toBe(0);
    const all = await run('start', dataDir);
    await until(() => all.output().includes('"ready"'));
    const server = await run('the MCP server', dataDir);
    server.child.stdin.write(HELLO.map((message) => `${JSON.stringify(message)}\n`).join(''));
    await until(() => readdirSync(dataDir).includes('compiled'));
    const names = readdirSync(dataDir);
    for (const name of ['prepared', 'discord', 'sandbox-ledger']) {
      expect(names).toEqual(expect.arrayContaining(['', '-wal', '-shm'].map((suffix) => `${name}.sqlite${suffix}`)));
    }
    expect(names).toContain('sandbox-wallets.json');
    expect(openEntries(dataDir)).toEqual([]);
    all.child.kill('SIGTERM');
    expect(await all.ended).toBe(0);
  },
);

const isRoot = process.geteuid?.() === 0;

test.runIf(isRoot).each(['the bot', 'the service', 'start', 'wallet'] as const)(
  '%s ends with what to do where the data folder belongs to another user (only root can make one)',
  async (program) => {
    const dataDir = temporaryFolder();
    chownSync(dataDir, STRANGER, STRANGER);
    const { ended, output } = await run(program, dataDir);
    expect(await ended).toBe(1);
    expect(output()).toContain(`The folder ${dataDir} belongs to another user (uid ${STRANGER}).`);
    expect(output()).toContain('COUNTERSIGN_DATA_DIR');
    expect(output()).not.toContain('    at ');
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

test.runIf(isRoot).each([
  ['discord.sqlite', 'the bot'],
  ['sandbox-wallets.json', 'wallet'],
] as const)('another user’s %s is refused by %s (only root can make one)', async (name, program) => {
  const dataDir = temporaryFolder();
  const file = path.join(dataDir, name);
  writeFileSync(file, '');
  chownSync(file, STRANGER, STRANGER);
  const { ended, output } = await run(program, dataDir);
  expect(await ended).toBe(1);
  expect(output()).toContain(`${file} belongs to another user (uid ${STRANGER})`);
  expect(lstatSync(file)).toMatchObject({ size: 0, uid: STRANGER });
});

test.runIf(isRoot)(
  'the MCP server starts, and its first call tells whose the data folder is (only root can make one)',
  async () => {
    const dataDir = temporaryFolder();
    chownSync(dataDir, STRANGER, STRANGER);
    const { child, ended, output } = await run('the MCP server', dataDir);
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'get_escrow', arguments: { id: 'x' } },
    };
    child.stdin.end([...HELLO, call].map((message) => `${JSON.stringify(message)}\n`).join(''));
    expect(await ended).toBe(0);
    expect(output()).toContain('STORE_UNUSABLE');
    expect(output()).toContain(`belongs to another user (uid ${STRANGER})`);
    expect(readdirSync(dataDir)).toEqual([]);
  },
);
