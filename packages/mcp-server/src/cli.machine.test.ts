import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeStrKey } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { HELLO, messages, type Run, run } from '@countersign/testkit/mcp/run';
import { answerBalances, CREDENTIALS, startService } from '@countersign/testkit/mcp/service';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

const balances = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: {
    name: 'get_balances',
    arguments: {
      signer: SANDBOX_ACCOUNTS[0].address,
      addresses: [encodeStrKey('contract', new Uint8Array(32).fill(1))],
    },
  },
});

/** Waits for the first answer, so that a signal reaches a running server. */
async function started(server: Run): Promise<void> {
  server.send(...HELLO);
  if (server.child.stdout !== null) await once(server.child.stdout, 'data');
}

/** Code that runs in the child before ours. */
const first = (code: string) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

/** Makes the child report another Node version. */
const asNode = (version: string) =>
  first(`Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`);

test.each(['20.20.2', '22.17.1'])(
  'Node %s is told in one line what is needed, and nothing else happens',
  async (version) => {
    const server = run({}, asNode(version));
    expect(await server.result).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^Countersign needs Node 22\\.18 or newer, and this is Node ${version}[^\n]*\n$`),
      ),
    });
  },
);

test.each(['22.18.0', '23.0.0'])('Node %s is new enough', async (version) => {
  const server = run({ COUNTERSIGN_LOG: 'silent' }, asNode(version));
  server.send(...HELLO);
  server.child.stdin?.end();
  expect(await server.result).toMatchObject({ code: 0, stdout: expect.stringContaining('"serverInfo"'), stderr: '' });
});

test('each invalid setting gets one line that names the variable, not its value; exit code 1', async () => {
  const server = run({
    ESCROW_RATE_LIMIT: 'a-great-many',
    COUNTERSIGN_READ_ONLY: 'perhaps',
    ESCROW_DEFAULT_SIGNER: encodeStrKey('secretSeed', new Uint8Array(32).fill(7)),
  });
  const { code, stdout, stderr } = await server.result;
  expect(code).toBe(1);
  expect(stdout).toBe('');
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
    'COUNTERSIGN_READ_ONLY',
    'ESCROW_DEFAULT_SIGNER',
    'ESCROW_RATE_LIMIT',
  ]);
  expect(stderr).not.toMatch(/a-great-many|perhaps|SADQ|at .*:\d+:\d+/);
});

test.each([
  ['the embedded service', async () => ({}), 'No contract exists at this address'],
  ['a service of its own', () => startService(answerBalances), '"balance":"1"'],
] as const)('asks %s on this machine without the proxy of the environment', async (_, startIt, answer) => {
  const server = run({ ...(await startIt()), NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' });
  server.send(...HELLO, balances(2));
  server.child.stdin?.end();
  const { stdout } = await server.result;
  expect(JSON.stringify(messages(stdout).at(-1)?.result)).toContain(answer);
});

test('when stdin closes, pending calls are answered, then the process exits with 0', async () => {
  const service = await startService((...request) => setTimeout(() => answerBalances(...request), 300));
  const server = run(service);
  server.send(...HELLO, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, balances(3));
  server.child.stdin?.end();
  const { code, stdout } = await server.result;
  expect(code).toBe(0);
  expect(messages(stdout).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(messages(stdout).at(-1)?.result).toMatchObject({ structuredContent: { network: 'testnet' } });
});

test('when stdin closes while a service hangs, the process waits only briefly', async () => {
  const reached = Promise.withResolvers<void>();
  const server = run(await startService(() => reached.resolve()));
  server.send(...HELLO, balances(2));
  await reached.promise;
  server.child.stdin?.end();
  // The call itself would take 45 s, longer than this test may.
  expect(await server.result).toMatchObject({ code: 0 });
});

// A busy machine would prove nothing.
test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it at once with 0, also in the middle of a call',
  { retry: 2 },
  async (signal) => {
    const reached = Promise.withResolvers<void>();
    const server = run(await startService(() => reached.resolve()));
    await started(server);
    server.send(balances(2));
    await reached.promise;
    const begun = performance.now();
    server.child.kill(signal);
    expect(await server.result).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - begun).toBeLessThan(1_500);
  },
);

test('the process ends when its host is gone', async () => {
  const server = run(await startService(answerBalances));
  await started(server);
  server.child.stdout?.destroy();
  server.send(balances(2));
  expect(await server.result).toMatchObject({ code: 0 });
});

test('input that is nested too deeply is refused, and the server goes on', async () => {
  const server = run();
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  server.send(...HELLO);
  server.child.stdin?.write(
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"deploy_escrow","arguments":{"title":${nested}}}}\n`,
  );
  server.send({ jsonrpc: '2.0', id: 3, method: 'ping' });
  server.child.stdin?.end();
  const { code, stdout } = await server.result;
  expect(code).toBe(0);
  expect(new Set(messages(stdout).map(({ id }) => id))).toEqual(new Set([1, 2, 3]));
  expect(JSON.stringify(messages(stdout).find(({ id }) => id === 2))).toMatch(/"isError":true/);
});

test('writes to stderr what a dependency prints', async () => {
  const server = run({}, first(`setTimeout(() => console.log('noise of a library'), 300)`));
  await started(server);
  await expect.poll(server.stderr).toContain('noise of a library');
  server.child.stdin?.end();
  const { code, stdout } = await server.result;
  expect(code).toBe(0);
  expect(messages(stdout)).toHaveLength(1);
});

test('an uncaught error ends the process with 1 and one redacted line', async () => {
  const service = await startService(answerBalances);
  const thrower = first(`setTimeout(() => { throw new Error('token ' + process.env.ESCROW_ACCESS_TOKEN) }, 300)`);
  const server = run(service, thrower);
  server.send(...HELLO);
  const { code, stderr } = await server.result;
  expect(code).toBe(1);
  expect(messages(stderr).at(-1)).toMatchObject({ level: 'error', cause: expect.stringContaining('[credential]') });
  expect(stderr).not.toContain(CREDENTIALS.accessToken);
});

async function startAndEnd(dataDir: string) {
  // All processes of a test run share compiled code, and Node has only one place for it.
  const server = run({ COUNTERSIGN_DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' });
  await started(server);
  server.child.stdin?.end();
  const { code, stderr } = await server.result;
  return { code, warnings: messages(stderr).filter((line) => JSON.stringify(line).includes('compiled code')) };
}

test('compiled code is kept in the data folder, readable only by its owner', async () => {
  const dataDir = temporaryFolder();
  expect(await startAndEnd(dataDir)).toEqual({ code: 0, warnings: [] });
  const folder = join(dataDir, 'compiled');
  expect((await stat(folder)).mode & 0o077).toBe(0);
  expect((await readdir(folder)).length).toBeGreaterThan(0);
});

test.runIf(process.geteuid?.() === 0)(
  'compiled code in another user’s folder is not used; the server works without and says so once (only root can make one)',
  async () => {
    const dataDir = temporaryFolder();
    const folder = join(dataDir, 'compiled');
    await mkdir(folder);
    await chown(folder, 12_345, 12_345);
    const { code, warnings } = await startAndEnd(dataDir);
    expect([code, warnings]).toEqual([
      0,
      [expect.objectContaining({ level: 'warn', cause: expect.stringContaining(`${folder} belongs to another user`) })],
    ]);
    expect(await readdir(folder)).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')(
  'compiled code that other users could have written is deleted, not run',
  async () => {
    const dataDir = temporaryFolder();
    const folder = join(dataDir, 'compiled');
    await mkdir(folder);
    await writeFile(join(folder, 'planted'), '');
    await chmod(folder, 0o777);
    expect(await startAndEnd(dataDir)).toEqual({ code: 0, warnings: [] });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).not.toContain('planted');
  },
);
