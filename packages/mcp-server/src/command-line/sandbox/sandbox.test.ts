import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { checkSignatures } from '@countersign/core/signatures';
import { startService } from '@countersign/testkit/escrow-service/running-service';
import { buildDeploy, NOW, otherKey, request, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { call, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, test } from 'vitest';
import { signForSandbox } from './sign.ts';

const wallet = (args: string[], dataDir: string, extra: { input?: string; env?: Record<string, string> } = {}) =>
  runMcpHere(['sandbox', ...args], { ...extra, env: { COUNTERSIGN_DATA_DIR: dataDir, ...extra.env } });

test('signs as the required account, only for the sandbox; only the XDR goes to standard output', async () => {
  const unsigned = await (await startService()).deploy();
  const { code, stdout, stderr } = await wallet(['sign', '-'], temporaryFolder(), { input: `${unsigned}\n` });
  expect([code, stderr]).toEqual([0, expect.stringContaining('Creates an escrow for “A title”')]);
  expect(stdout.trim()).toMatch(/^[A-Za-z0-9+/]+=*$/);
  const check = (network: 'sandbox' | 'public') =>
    checkSignatures(
      readTransaction(stdout, NETWORKS[network].passphrase),
      SANDBOX_ACCOUNTS[0].address,
      NETWORKS[network],
    );
  check('sandbox');
  expect(() => check('public')).toThrowError(/sandbox/);
});

test('signs once, with the key of the account that pays, until the transaction expires', () => {
  const unsigned = buildDeploy(request());
  const signed = signForSandbox(unsigned, signerKey, NOW);
  expect(signed).not.toBe(unsigned);
  expect(signForSandbox(signed, signerKey, NOW)).toBe(signed);
  expect(() => signForSandbox(unsigned, otherKey, NOW)).toThrowError(
    expect.objectContaining({ fields: [expect.objectContaining({ path: '--as' })] }),
  );
  expect(signForSandbox(unsigned, signerKey, NOW + 99)).toBe(signed);
  expect(() => signForSandbox(unsigned, signerKey, NOW + 100)).toThrowError(
    expect.objectContaining({ code: 'TRANSACTION_EXPIRED' }),
  );
});

test('signs what an assistant prepared for a sandbox that speaks v1, and pays into its escrow', async () => {
  const dataDir = temporaryFolder();
  const env = { ESCROW_API_DIALECT: 'v1' };
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR: dataDir, ...env } });
  const { id } = await call(host, 'deploy_escrow', { ...REQUEST, kind: 'single' });
  const signed = await wallet(['sign', '--id', String(id)], dataDir, { env });
  expect([signed.code, signed.stdout]).toEqual([0, expect.stringContaining('The ledger says so')]);
  expect(signed.stderr).not.toContain('pinned');
  const settled = await call(host, 'get_escrow', { id });
  expect(settled).toMatchObject({ status: 'settled', by: 'ledger' });
  // The assistant's own service did not send it, but still builds a payment into it.
  const order = { signer: 'client', escrow: settled['escrow'], amount: '1' };
  const payment = await call(host, 'prepare_step', { step: 'fund', ...order });
  expect(payment).toMatchObject({ status: 'prepared', checked: 'verified' });
  const paid = await wallet(['sign', '--id', String(payment['id'])], dataDir, { env });
  const arrived = expect.stringContaining(`The payment arrived at ${settled['escrow']}.`);
  expect([paid.code, paid.stdout]).toEqual([0, arrived]);
});

test.skipIf(process.platform === 'win32')('makes the file of wallets private, whatever its mode was', async () => {
  const dataDir = temporaryFolder();
  const file = path.join(dataDir, 'sandbox-wallets.json');
  await wallet(['new', '--as', 'first'], dataDir);
  for (const args of [['list'], ['new', '--as', 'second']]) {
    chmodSync(file, 0o644);
    chmodSync(dataDir, 0o755);
    expect(await wallet(args, dataDir)).toMatchObject({ code: 0 });
    expect([statSync(file).mode & 0o777, statSync(dataDir).mode & 0o777]).toEqual([0o600, 0o700]);
  }
});
