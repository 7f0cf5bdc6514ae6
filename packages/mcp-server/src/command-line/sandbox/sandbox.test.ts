import { chmodSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { checkSignatures } from '@countersign/core/signatures';
import { ORDINARY_ROLES, startService } from '@countersign/testkit/escrow-service/running-service';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { describe, expect, test } from 'vitest';

const [client, , , arbiter] = SANDBOX_ACCOUNTS;

const wallet = (args: string[], dataDir: string, extra: { input?: string; env?: Record<string, string> } = {}) =>
  runMcpHere(['sandbox', ...args], { ...extra, env: { COUNTERSIGN_DATA_DIR: dataDir, ...extra.env } });

describe('sign', () => {
  test('signs as the required account, only for the sandbox; only the XDR goes to standard output', async () => {
    const dataDir = temporaryFolder();
    const unsigned = await (await startService()).deploy();
    const signed = await wallet(['sign', '-'], dataDir, { input: `${unsigned}\n` });
    expect(signed.code).toBe(0);
    expect(signed.stdout.trim()).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(signed.stderr).toContain('Creates an escrow for “A title”');
    const read = readTransaction(signed.stdout, NETWORKS.sandbox.passphrase);
    checkSignatures(read, client.address, NETWORKS.sandbox);
    expect(() =>
      checkSignatures(readTransaction(signed.stdout, NETWORKS.public.passphrase), client.address, NETWORKS.public),
    ).toThrowError(/sandbox/);
  });

  test('takes one as an assistant hands it over, and signs it once', async () => {
    const dataDir = temporaryFolder();
    const { deploy } = await startService();
    const input = JSON.stringify({ id: 'x', unsignedXdr: await deploy() });
    const signed = await wallet(['sign', '-'], dataDir, { input });
    expect(signed.code).toBe(0);
    checkSignatures(readTransaction(signed.stdout, NETWORKS.sandbox.passphrase), client.address, NETWORKS.sandbox);
    const again = await wallet(['sign', '-'], dataDir, { input: signed.stdout });
    expect(again.stdout).toBe(signed.stdout);
  });

  test('a file is found relative to the person’s working directory', async () => {
    const folder = temporaryFolder();
    const { deploy } = await startService();
    writeFileSync(path.join(folder, 'unsigned.txt'), await deploy());
    const env = { INIT_CWD: folder };
    expect((await wallet(['sign', 'unsigned.txt', '--as', 'client'], folder, { env })).code).toBe(0);
  });
});

test.each([
  ['an empty pipe', ''],
  ['a pipe that holds the amount', '10.5\n'],
])('signs nothing that has stops through %s', async (_, input) => {
  const folder = temporaryFolder();
  const { deploy } = await startService({ dataDir: folder });
  const roles = Object.fromEntries(Object.keys(ORDINARY_ROLES).map((role) => [role, arbiter.address]));
  writeFileSync(path.join(folder, 'robbery.txt'), await deploy(roles, 99));
  const env = { INIT_CWD: folder };
  const { code, stdout, stderr } = await wallet(['sign', 'robbery.txt'], folder, { input, env });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`Cleo (${arbiter.address}) gets most of each payment as the platform fee`);
  expect(stderr).toContain('The platform fee is 99 % of each payment, more than 20 %.');
  expect(stderr).toMatch(/CONFIRMATION_NEEDED: A person must confirm this at a terminal/);
});

test('sign explains with the fee limit of the settings: COUNTERSIGN_FEE_STOP', async () => {
  const folder = temporaryFolder();
  const { deploy } = await startService({ dataDir: folder });
  const input = await deploy(ORDINARY_ROLES, 30);
  const above = await wallet(['sign', '-'], folder, { input, env: { COUNTERSIGN_FEE_STOP: '7.5' } });
  expect(above.code).toBe(1);
  expect(above.stderr.match(/more than 7\.5 %/g)).toHaveLength(2);
  expect(above.stderr).not.toContain('more than 20 %');
  const below = await wallet(['sign', '-'], folder, { input, env: { COUNTERSIGN_FEE_STOP: '40' } });
  expect([below.code, below.stderr]).toEqual([0, expect.not.stringContaining('more than')]);
});

describe('wallets', () => {
  test.skipIf(process.platform === 'win32')('their file becomes private, whatever its mode was', async () => {
    const dataDir = temporaryFolder();
    const file = path.join(dataDir, 'sandbox-wallets.json');
    await wallet(['new', '--as', 'first'], dataDir);
    for (const args of [['list'], ['new', '--as', 'second']]) {
      chmodSync(file, 0o644);
      chmodSync(dataDir, 0o755);
      expect(await wallet(args, dataDir)).toMatchObject({ code: 0 });
      expect([statSync(file).mode & 0o777, statSync(dataDir).mode & 0o777]).toEqual([0o600, 0o700]);
    }
    expect((await wallet(['list'], dataDir)).stdout).toMatch(/^first .*\nsecond /m);
  });
});
