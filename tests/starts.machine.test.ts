/** What keeps our programs from starting, and what they do to the data folder as they start: real processes. */
import { chmodSync, chownSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startDiscord, until } from '@countersign/testkit/discord/discord';
import { HELLO } from '@countersign/testkit/mcp/run';
import { freePort, startStranger } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

const SCRIPTS = {
  'the MCP server': ['packages/mcp-server/src/cli.ts'],
  'the MCP server over HTTP': ['packages/mcp-server/src/cli.ts', 'http', '--port', '0'],
  'the bot': ['packages/discord-bot/src/cli.ts'],
  'the service': ['packages/escrow-service/src/cli.ts', '--port', '0'],
  start: ['tools/src/start/main.ts', '--port', '0'],
  'start with Discord': ['tools/src/start/main.ts', '--port', '0'],
  wallet: ['tools/src/wallet/main.ts', 'new'],
} as const;
type Program = keyof typeof SCRIPTS;

/** With the most permissive umask, which a shell sets: Node cannot for its child. */
async function run(program: Program, env: Record<string, string> = {}) {
  const [script, ...args] = SCRIPTS[program];
  const file = path.resolve(import.meta.dirname, '..', script);
  const discord = program === 'the bot' || program === 'start with Discord' ? (await startDiscord()).env : {};
  return startProcess(['-c', 'umask 0; exec "$0" "$@"', process.execPath, file, ...args], {
    command: 'sh',
    env: {
      ...discord,
      COUNTERSIGN_DATA_DIR: temporaryFolder(),
      ...(program === 'the MCP server over HTTP' ? { COUNTERSIGN_HTTP_TOKEN: '01234567'.repeat(8) } : {}),
      // Compiled code goes where the server itself puts it.
      ...(program === 'the MCP server' ? { NODE_COMPILE_CACHE: '' } : {}),
      ...env,
    },
  });
}

test.each(['the MCP server', 'the bot', 'start'] as const)(
  '%s does not start behind a proxy if another program has the page’s port, and says so',
  async (program) => {
    const port = await startStranger('127.0.0.1');
    const { stdout, stderr, ended } = await run(program, {
      COUNTERSIGN_LOG: 'error',
      COUNTERSIGN_PUBLIC_URL: 'https://sign.example.org',
      COUNTERSIGN_PAGE_PORT: String(port),
    });
    expect(await ended).toBe(1);
    expect(stdout()).toBe('');
    const [line = '', ...more] = stderr().trimEnd().replace('\nWhat to do:', '').split('\n');
    expect(line).toMatch(new RegExp(`Port ${port} is held by another program.*COUNTERSIGN_PUBLIC_URL`));
    expect(line).toContain('set COUNTERSIGN_PAGE_PORT to a free port');
    expect(more).toEqual([]);
  },
);

test.each(['the MCP server over HTTP', 'the bot', 'start with Discord'] as const)(
  '%s waits for its database, and stops on a signal while it waits',
  async (program) => {
    const DATABASE_URL = `postgres://127.0.0.1:${await freePort()}/countersign`;
    const { child, stderr, ended } = await run(program, { DATABASE_URL });
    await expect.poll(stderr).toContain('waits for the database');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
);

test('every program makes the folder and its files private, even those that were open before', async () => {
  const dataDir = temporaryFolder();
  const env = { COUNTERSIGN_DATA_DIR: dataDir };
  const files = ['prepared.sqlite', 'discord.sqlite', 'sandbox-ledger.sqlite'];
  for (const name of files) {
    writeFileSync(path.join(dataDir, name), '');
    chmodSync(path.join(dataDir, name), 0o666);
  }
  chmodSync(dataDir, 0o777);
  expect(await (await run('wallet', env)).ended).toBe(0);
  const all = await run('start with Discord', env);
  await until(() => all.output().includes('"ready"'));
  const server = await run('the MCP server', env);
  server.child.stdin.write(HELLO.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await until(() => readdirSync(dataDir).includes('compiled'));
  const names = readdirSync(dataDir);
  const made = files.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
  expect(names).toEqual(expect.arrayContaining([...made, 'sandbox-wallets.json']));
  // Node's own files in `compiled` are protected by that folder's mode.
  const open = ['.', ...names].filter((name) => (lstatSync(path.join(dataDir, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  all.child.kill('SIGTERM');
  expect(await all.ended).toBe(0);
});

test.runIf(process.geteuid?.() === 0).each(['the bot', 'the service', 'start', 'wallet'] as const)(
  '%s ends with what to do where the data folder belongs to another user (only root can make one)',
  async (program) => {
    const dataDir = temporaryFolder();
    chownSync(dataDir, 12_345, 12_345);
    const { ended, output } = await run(program, { COUNTERSIGN_DATA_DIR: dataDir });
    expect(await ended).toBe(1);
    expect(output()).toContain(`The folder ${dataDir} belongs to another user (uid 12345).`);
    expect(output()).toContain('COUNTERSIGN_DATA_DIR');
    expect(output()).not.toContain('    at ');
    expect(readdirSync(dataDir)).toEqual([]);
  },
);
