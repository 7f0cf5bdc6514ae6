/** The terminal of a client whose platform raised its fee since the client agreed to the terms. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, onTestFinished, test } from 'vitest';

test('shows the fee before and after, and pays nothing, when it was raised since the client signed', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const network = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const terminal = () => {
    const env = { ...network, COUNTERSIGN_DATA_DIR: temporaryFolder() };
    return (...args: string[]) => runToolHere('escrow', args, { env });
  };
  const [ofClient, ofPlatform] = [terminal(), terminal()];
  const file = path.join(temporaryFolder(), 'logo.json');
  writeFileSync(file, JSON.stringify(REQUEST));
  const made = await ofClient('deploy', file);
  const [escrow = ''] = /C[A-Z2-7]{55}/.exec(made.stdout) ?? [];
  const raised = await ofPlatform('update', escrow, '--set', 'platformFee=15', '--as', 'platform');
  expect(raised.code, raised.stderr).toBe(0);

  const payment = await ofClient('fund', escrow, '--as', 'client');
  expect(payment.code).toBe(1);
  expect(payment.stdout).toBe('');
  expect(payment.stderr).toContain('The terms have changed since the signing wallet last agreed to them');
  expect(payment.stderr).toContain('platform fee: agreed 5 %, now 15 %');
  expect(payment.stderr).toContain('CONFIRMATION_NEEDED');
  const { stdout } = await ofClient('show', escrow);
  expect(stdout.replace(/ +/g, ' ')).toContain('Holds 0 USDC');
});
