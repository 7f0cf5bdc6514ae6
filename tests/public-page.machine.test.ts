/** Behind a proxy, nothing starts unless the page's port is ours: real processes, next to a stranger. */
import { get } from 'node:http';
import { startDiscord, until } from '@countersign/testkit/discord/discord';
import { HELLO } from '@countersign/testkit/mcp/run';
import { freePort, startStranger } from '@countersign/testkit/processes/ports';
import { type Started, startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

const PUBLIC_URL = 'https://sign.example.org';

const SCRIPTS = {
  'the MCP server': ['../packages/mcp-server/src/cli.ts'],
  'the bot': ['../packages/discord-bot/src/cli.ts'],
  start: ['../tools/src/start/main.ts', '--port', '0'],
} as const;
type Program = keyof typeof SCRIPTS;

function run(program: Program, env: Record<string, string>): Started {
  const [script, ...args] = SCRIPTS[program];
  return startProcess([new URL(script, import.meta.url).pathname, ...args], { env });
}

async function environmentOf(program: Program): Promise<Record<string, string>> {
  return program === 'the bot' ? (await startDiscord()).env : {};
}

/** An MCP server that has opened its desk, and so its page. */
async function startServer(env: Record<string, string>): Promise<Started> {
  const server = run('the MCP server', { COUNTERSIGN_LOG: 'debug', ...env });
  const params = { name: 'get_balances', arguments: { addresses: [] } };
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params };
  server.child.stdin.write([...HELLO, call].map((message) => `${JSON.stringify(message)}\n`).join(''));
  await until(() => server.stderr().includes('desk opened'));
  return server;
}

/** What a proxy gets at the page's port: the status under the public name, or nothing if no one answers. */
function statusAt(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { host: new URL(PUBLIC_URL).host };
    get({ host: '127.0.0.1', port, path: `/sign/${'0'.repeat(32)}`, headers, agent: false }, (response) => {
      response.resume();
      const { 'content-security-policy': policy = '' } = response.headers;
      resolve(String(policy).includes("trusted-types 'none'") ? response.statusCode : undefined);
    }).once('error', () => resolve(undefined));
  });
}

test.each(Object.keys(SCRIPTS) as Program[])(
  '%s does not start if another program has the page’s port, and says so',
  async (program) => {
    const port = await startStranger('127.0.0.1');
    const { stdout, stderr, ended } = run(program, {
      ...(await environmentOf(program)),
      COUNTERSIGN_DATA_DIR: temporaryFolder(),
      COUNTERSIGN_LOG: 'error',
      COUNTERSIGN_PUBLIC_URL: PUBLIC_URL,
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

test('servers on one data folder share the port; when its holder is killed, another takes it over', async () => {
  const port = await freePort();
  const env = { COUNTERSIGN_PUBLIC_URL: PUBLIC_URL, COUNTERSIGN_PAGE_PORT: String(port) };
  const dataDir = temporaryFolder();
  const first = await startServer({ ...env, COUNTERSIGN_DATA_DIR: dataDir });
  const elsewhere = run('the MCP server', { ...env, COUNTERSIGN_DATA_DIR: temporaryFolder() });
  const second = await startServer({ ...env, COUNTERSIGN_DATA_DIR: dataDir });
  expect(await statusAt(port)).toBe(200);
  expect([await elsewhere.ended, elsewhere.stderr()]).toEqual([1, expect.stringContaining(`Port ${port}`)]);
  first.child.kill('SIGKILL');
  await until(() => second.stderr().includes('took over'));
  expect(await statusAt(port)).toBe(200);
  second.child.stdin.end();
  expect(await second.ended).toBe(0);
});

test('start and the bot that it starts share the port', async () => {
  const port = await freePort();
  const { stderr, child, ended } = run('start', {
    ...(await startDiscord()).env,
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
    COUNTERSIGN_PUBLIC_URL: PUBLIC_URL,
    COUNTERSIGN_PAGE_PORT: String(port),
  });
  await until(() => stderr().includes('"ready"'));
  expect(await statusAt(port)).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
