import { readdirSync } from 'node:fs';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runTool, scriptOf } from '@countersign/testkit/tools/run-tool';
import { expect, test } from 'vitest';

test('the demo shows the whole flow, succeeds, and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await runTool('demo', [], { env: { TMPDIR: folder } });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  for (const part of [
    'deploy_escrow, add_trustline, fund_escrow, prepare_action, resolve_dispute, update_escrow, end_escrow, submit_signed_xdr, get_transaction, discard_escrow, find_escrows, get_escrow, get_balances, explain_xdr',
    'Milestone 3 100 USDC: Site live for a week',
    ' 450.5 USDC: 442.391 to the receiver, 6.7575 to the platform, 1.3515 to the service',
    'settled, by the ledger: C',
    'Used here for the first time: ',
    'You paid 450.5 USDC at ',
    'holds 450.5 USDC',
    'Milestone 1 is not approved yet. Nothing was prepared.',
    'In this escrow only the approver (',
    'milestones: approved, open, open; no money moved',
    'USDC: escrow -150.5, provider +147.791, platform +2.2575, service +0.4515',
    'milestones: released, resolved, open; USDC: escrow -200, client +137.48, provider +58.92, platform +3, service +0.6',
    'milestones: released, resolved, disputed; USDC: escrow -100, client +98.2, platform +1.5, service +0.3',
    '/sign/',
    'Once money is paid in, they can take all of it.',
    'It was not sent.',
    'It was refused and not kept.',
    'All steps did what they should.',
  ]) {
    expect(stdout.replace(/ +/g, ' ')).toContain(part);
  }
  // Secret seeds start with S; nothing of that shape is ever printed.
  expect(stdout).not.toMatch(/\bS[A-Z2-7]{55}\b/);
  expect(readdirSync(folder)).toEqual([]);
});

test('the demo fails when a step cannot do what it should', async () => {
  const { code, stderr, stdout } = await runTool('demo', [], { env: { TMPDIR: '/nowhere/at/all' } });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).not.toContain('    at ');
});

test('the demo cleans up even when nobody reads its output any more', async () => {
  const folder = temporaryFolder();
  const { child, stderr } = startProcess([scriptOf('demo')], { env: { TMPDIR: folder } });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, stderr()]).toEqual([0, '']);
  expect(readdirSync(folder)).toEqual([]);
});
