import { chmodSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTransaction } from '@countersign/core/envelope';
import { contractIdFor } from '@countersign/core/kinds';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { checkSignatures } from '@countersign/core/signatures';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runTool } from '@countersign/testkit/tools/run-tool';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { startService } from './running-service.ts';

const [client, provider] = SANDBOX_ACCOUNTS;
const usdc = NETWORKS.sandbox.tokens[0];

const wallet = (
  args: string[],
  dataDir: string,
  { run = runToolHere, ...extra }: { input?: string; env?: Record<string, string>; run?: typeof runTool } = {},
) => run('wallet', args, { ...extra, env: { COUNTERSIGN_DATA_DIR: dataDir, ...extra.env } });

describe('sign', () => {
  test('signs as the required account, only for the sandbox; only the XDR goes to standard output', async () => {
    const dataDir = temporaryFolder();
    const unsigned = await (await startService()).deploy();
    const signed = await wallet(['sign', '-'], dataDir, { input: `${unsigned}\n`, run: runTool });
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

  test('does not sign an expired transaction', async () => {
    let now = Date.now() - 200_000;
    const { deploy } = await startService({ now: () => now });
    const unsigned = await deploy();
    now = Date.now();
    const refused = await wallet(['sign', '-'], temporaryFolder(), { input: unsigned });
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      expect.stringContaining('TRANSACTION_EXPIRED'),
    ]);
  });

  test('a file is found relative to the person’s working directory', async () => {
    const folder = temporaryFolder();
    const { deploy } = await startService();
    writeFileSync(path.join(folder, 'unsigned.txt'), await deploy());
    const env = { INIT_CWD: folder };
    expect((await wallet(['sign', 'unsigned.txt', '--as', 'client'], folder, { env })).code).toBe(0);
  });

  test.each<[string, string[], string | undefined, RegExp]>([
    ['another account', ['sign', '-', '--as', 'provider'], undefined, /must be signed by G/],
    [
      'a wallet that is not there',
      ['sign', '-', '--as', 'nobody'],
      undefined,
      /names no wallet here; there are client/,
    ],
    ['a picture', ['sign', '-'], '\u0089PNG\0', /XDR_UNREADABLE \(not-text\)/],
    ['a secret seed', ['sign', '-'], Keypair.random().secret(), /SECRET_REFUSED/],
    ['nothing', ['sign', '-'], ' ', /is empty/],
    ['a file that is not there', ['sign', 'no-such-file'], '', /cannot be read/],
    ['too much', ['sign', '-'], 'A'.repeat(1_100_000), /is larger than/],
  ])('%s is refused, and nothing is printed to pipe on', async (_, args, input, message) => {
    const { deploy } = await startService();
    const refused = await wallet(args, temporaryFolder(), { input: input ?? (await deploy()) });
    expect(refused.code).not.toBe(0);
    expect(refused.stdout).toBe('');
    expect(refused.stderr).toMatch(message);
    expect(refused.stderr).not.toMatch(/S[A-Z2-7]{55}| {4}at /);
  });
});

describe('wallets', () => {
  test('new wallets are kept, under chosen names', async () => {
    const dataDir = temporaryFolder();
    await wallet(['new'], dataDir);
    const named = await wallet(['new', '--as', 'my-own'], dataDir);
    const { stdout } = await wallet(['list'], dataDir);
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'client',
      'provider',
      'platform',
      'arbiter',
      'wallet-1',
      'my-own',
      '',
    ]);
    expect(stdout).toContain(named.stdout.trim());
    expect(stdout).not.toMatch(/\bS[A-Z2-7]{55}\b/);
    for (const name of ['my-own', 'client', '../x', '__proto__', 'UPPER'])
      expect((await wallet(['new', '--as', name], dataDir)).code).toBe(1);
  });

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

  test('a damaged file is named, not overwritten', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(path.join(dataDir, 'sandbox-wallets.json'), '{"x": ');
    const { code, stderr } = await wallet(['new'], dataDir);
    expect([code, stderr]).toEqual([1, expect.stringContaining('sandbox-wallets.json is damaged')]);
  });
});

describe('fund and pay', () => {
  const stranger = Keypair.random().publicKey();
  const nowhere = contractIdFor(client.address, new Uint8Array(32), NETWORKS.sandbox.passphrase);

  test('on the embedded sandbox of the data folder, even while another process has it open', async () => {
    const dataDir = temporaryFolder();
    await startService({ dataDir });
    const made = await wallet(['new', '--as', 'payer'], dataDir);
    const address = made.stdout.trim().split(/\s+/)[1] as string;
    expect(await wallet(['fund', address], dataDir, { run: runTool })).toMatchObject({ code: 0 });
    const paid = await wallet(['pay', client.address, '1.5', '--as', 'payer'], dataDir, { run: runTool });
    expect(paid).toMatchObject({ code: 0, stdout: expect.stringContaining('paid 1.5 USDC') });
  });

  test('on a sandbox that runs elsewhere', async () => {
    const { url } = await startService();
    const env = { ESCROW_API_URL: url, STELLAR_NETWORK: 'sandbox' };
    expect(await wallet(['pay', provider.address, '2'], temporaryFolder(), { env })).toMatchObject({ code: 0 });
  });

  test('a plain payment to a contract says that nobody checks whether it was paid before', async () => {
    const plain = await wallet(['pay', nowhere, '1'], temporaryFolder());
    expect(plain.stderr).toMatch(/nobody checks whether this was paid before[\s\S]*pnpm wallet fund-escrow/);
    const toAccount = await wallet(['pay', provider.address, '0'], temporaryFolder());
    expect(toAccount.stderr).not.toContain('nobody checks');
    expect((await wallet(['--help'], temporaryFolder())).stdout).toMatch(/nobody checks whether[\s\S]*use fund-escrow/);
  });

  test('an escrow is funded through the desk: shown, signed, and settled on the ledger', async () => {
    const dataDir = temporaryFolder();
    const { deploy, send, rpcUrl } = await startService({ dataDir });
    const { stdout } = await wallet(['sign', '-'], dataDir, { input: await deploy() });
    const { contractId = '' } = await send(stdout.trim());
    for (const amount of ['4.5', '5.5']) {
      const funded = await wallet(['fund-escrow', contractId, amount], dataDir);
      expect([funded.code, funded.stdout]).toEqual([0, expect.stringContaining(`arrived at ${contractId}`)]);
      expect(funded.stdout).toMatch(/^The ledger says so \(asked at 127\.0\.0\.1\)\.$/m);
      expect(funded.stdout).not.toMatch(/get_balances|XDR/);
      expect(funded.stderr).toContain(`Pays ${amount} USDC from Ana (${client.address}) to the escrow ${contractId}.`);
      expect(funded.stderr).toContain('Compared with what was asked for.');
      expect(funded.stderr).not.toMatch(/Not the deploy|not compared/);
    }
    await fetch(`${new URL(rpcUrl).origin}/archive?contract=${contractId}`, { method: 'POST' });
    const paid = await wallet(['pay', contractId, '1'], dataDir);
    expect([paid.code, paid.stderr]).toEqual([0, expect.stringContaining('A plain payment')]);
    const refused = await wallet(['fund-escrow', nowhere, '1'], dataDir);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is an address with no contract')]);
  });

  test.each<[string, string[], RegExp]>([
    ['too much', ['pay', provider.address, '999999999999'], /holds less than 999999999999 USDC/],
    ['an account that nobody opened', ['pay', stranger, '1'], /no trustline for USDC.*friendbot/s],
    ['an escrow that was never deployed', ['pay', nowhere, '1'], /escrow is an address with no contract/],
    ['nothing', ['pay', provider.address, '0'], /amount is not an amount/],
    ['a wrong address', ['pay', 'nobody', '1'], /Escrow is not a Stellar address/],
    [
      'an account that is there already',
      ['fund', client.address],
      /NETWORK_REFUSED: This account exists and is funded already\.\nWhat/,
    ],
    ['a contract', ['fund', usdc.address], /only an account/],
  ])('%s is refused in one readable error', async (_, args, message) => {
    const { code, stderr } = await wallet(args, temporaryFolder());
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });

  test('a real network is refused', async () => {
    const env = {
      ESCROW_API_URL: 'https://x.example',
      STELLAR_NETWORK: 'testnet',
      COUNTERSIGN_WITHOUT_RPC: 'true',
      ESCROW_ACCESS_TOKEN: 'a-token-of-16-chars',
      ESCROW_API_KEY: 'a-key-of-16-chars',
    };
    const { code, stderr } = await wallet(['pay', provider.address, '1'], temporaryFolder(), { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('the sandbox alone')]);
  });
});

test.each([[[]], [['help']], [['sign']], [['pay', 'x']], [['list', 'x']], [['new', '--wrong']]])(
  '%j shows how it is used',
  async (args) => {
    const { code, stdout, stderr } = await wallet(args, temporaryFolder());
    expect([code, stdout]).toEqual([expect.any(Number), '']);
    expect(code).not.toBe(0);
    expect(stderr).not.toContain('    at ');
  },
);
