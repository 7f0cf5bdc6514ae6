/** The terminal: a whole life, typed by four people who each have a data folder, and a step that comes too early. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runTool } from '@countersign/testkit/tools/run-tool';
import { expect, onTestFinished, test } from 'vitest';

const [client] = SANDBOX_ACCOUNTS;

test('four people type a whole life, from the first request to the last payment; what comes too early is refused', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const network = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  /** A person's terminal: how it ends is checked, and its padding taken out. */
  const terminal = () => {
    const env = { ...network, COUNTERSIGN_DATA_DIR: temporaryFolder() };
    return async (args: string[], code = 0) => {
      const ran = await runTool('escrow', args, { env });
      expect(ran.code, ran.stderr).toBe(code);
      return { stdout: ran.stdout.replace(/ +/g, ' '), stderr: ran.stderr.replace(/ +/g, ' ') };
    };
  };
  const [ofClient, ofProvider, ofPlatform, ofArbiter] = [terminal(), terminal(), terminal(), terminal()];
  const file = path.join(temporaryFolder(), 'logo.json');
  writeFileSync(file, JSON.stringify(REQUEST));

  const made = await ofClient(['deploy', file]);
  expect(made.stderr).toContain('Creates an escrow for “Logo” at ');
  expect(made.stderr).toContain('Paid out in all 30.5 USDC: 28.8835 to the receiver');
  const [, escrow = ''] = /Its address is (C[A-Z2-7]{55})\.\nNext: “escrow fund” pays into it/.exec(made.stdout) ?? [];
  const paid = await ofClient(['fund', escrow, '--as', 'client']);
  expect(paid.stderr).toContain(`Pays 30.5 USDC from Ana (${client.address}) to the escrow ${escrow}.`);
  expect(paid.stdout).toContain(`The payment arrived at ${escrow}.`);

  const early = await ofClient(['release', escrow, '--milestone', '1'], 1);
  expect(early.stdout).toBe('');
  expect(early.stderr).toContain('STEP_NOT_POSSIBLE: Milestone 1 is not approved yet.');
  expect(early.stderr).toContain(`The approver (Ana, ${client.address}) approves first.`);

  const plan = await ofArbiter(['end', escrow]);
  expect(plan.stdout).toContain('1. Open a dispute over milestones 1 and 2; no money moves');
  expect(plan.stdout).toContain('Transaction 1 of 4: a dispute over milestone 1. Any one of these signs:');
  await ofProvider(['change-status', escrow, '--milestone', '1', '--evidence', 'https://example.com/sketches.pdf']);
  await ofClient(['approve', escrow, '--milestone', '1']);
  await ofClient(['release', escrow, '--milestone', '1']);
  const disputed = await ofPlatform(['end', escrow, '--as', 'platform']);
  expect(disputed.stderr).toContain('What was paid out for milestone 1 stays paid out.');
  expect(disputed.stdout).toContain('Dispute resolver');
  await ofArbiter(['withdraw', escrow, '--share', 'client=5']);
  const shares = ['--share', 'client=5', '--share', 'provider=10'];
  const last = await ofArbiter(['resolve', escrow, '--milestone', '2', ...shares]);
  expect(last.stderr).toContain('receiver (Ben) gets 9.47 USDC (10 USDC less fees); nothing stays in the escrow.');
  expect(last.stdout).toContain('Nothing is left to do.');
  const shown = await ofClient(['show', escrow]);
  expect(shown.stdout).toContain('Logo (finished)');
  expect(shown.stdout).toContain('Holds 0 USDC');
});
