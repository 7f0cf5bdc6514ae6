/** A life at the terminal: each step by its own command, as four people on one machine type them. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { call, startHost } from '@countersign/testkit/mcp/host';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runTool, scriptOf, type Tool } from '@countersign/testkit/tools/run-tool';
import { expect, test } from 'vitest';

const [client, provider, , arbiter] = SANDBOX_ACCOUNTS;
/** Of util-linux: gives a program a terminal of its own. */
const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');

/** Made by an assistant, signed and funded at the terminal. */
async function fundedEscrow() {
  const dataDir = temporaryFolder();
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR: dataDir } });
  const run = (tool: Tool, ...args: string[]) => runTool(tool, args, { env: { COUNTERSIGN_DATA_DIR: dataDir } });
  const { id, contractId } = (await call(host, 'deploy_escrow', REQUEST)) as Record<string, string>;
  await host.client.close();
  for (const [tool, ...args] of [
    ['wallet', 'sign', '--id', String(id)],
    ['wallet', 'fund-escrow', String(contractId), '30.5'],
  ] as const) {
    const { code, stderr } = await run(tool, ...args);
    expect(code, stderr).toBe(0);
  }
  const escrow = String(contractId);
  const takes = async (step: string, ...options: string[]) => {
    const { code, stdout, stderr } = await run('escrow', step, escrow, ...options);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('The escrow stands as this step left it.');
    return { stdout, stderr: stderr.replace(/ +/g, ' ') };
  };
  return { dataDir, escrow, id: String(id), run, takes };
}

test('an escrow is reported, approved, paid out, disputed, decided and emptied, each step shown before it is signed', async () => {
  const { escrow, id, run, takes } = await fundedEscrow();
  const early = await run('escrow', 'release', escrow, '--milestone', '1');
  expect([early.code, early.stdout]).toEqual([1, '']);
  expect(early.stderr).toContain('STEP_NOT_POSSIBLE: Milestone 1 is not approved yet.');
  expect(early.stderr).toContain(`The approver (${client.address}) approves first.`);

  await takes('change-status', '--milestone', '1', '--evidence', 'https://example.com/sketches.pdf');
  const approved = await takes('approve', '--milestone', '1');
  for (const line of [
    'Approver: approve milestone 1 of 2, “Sketches”, 10.5 USDC.',
    'Milestone 1 open → approved',
    'Pays nobody',
    'It pays nobody: the release signer',
    'Compared with what was asked for.',
  ]) {
    expect(approved.stderr).toContain(line);
  }
  expect(approved.stdout).toContain('pays out milestone 1.');
  const paid = await takes('release', '--milestone', '1');
  expect(paid.stderr).toContain(`9.9435 USDC to the receiver (${provider.address})`);
  expect(paid.stderr).toContain('Left in the escrow 20 USDC');

  const whose = await run('escrow', 'dispute', escrow, '--milestone', '2');
  expect([whose.code, whose.stderr]).toEqual([1, expect.stringContaining('signer')]);
  await takes('dispute', '--milestone', '2', '--as', 'provider');
  const shown = await run('escrow', 'show', id);
  expect(shown.stdout.replace(/ +/g, ' ')).toContain(
    `Dispute resolver (${arbiter.address}) decides the dispute over milestone 2.`,
  );
  expect(shown.stdout).toContain('Logo (in dispute)');
  await takes('resolve', '--milestone', '2', '--share', 'client=5', '--share', `${provider.address}=10`);
  const last = await takes('withdraw', '--share', 'client=5');
  expect(last.stdout).toContain('Nothing more is to be done.');
  expect((await run('escrow', 'show', escrow)).stdout).toContain('Logo (finished)');
});

test('another wallet signs nothing, and an unsigned transaction is written alone', async () => {
  const { escrow, run } = await fundedEscrow();
  const stranger = await run('escrow', 'approve', escrow, '--milestone', '1', '--as', 'provider');
  expect([stranger.code, stranger.stdout]).toEqual([1, '']);
  expect(stranger.stderr).toContain('the approver approves');
  const written = await run('escrow', 'approve', escrow, '--milestone', '1', '--unsigned');
  expect([written.code, written.stdout]).toEqual([0, expect.stringMatching(/^AAAAAg[A-Za-z0-9+/]+=*\n$/)]);
  expect(written.stderr).toContain('Nothing is signed.');
});

test('a share for a stranger is confirmed by a person at a terminal, never through a pipe', async () => {
  const { dataDir, escrow, run, takes } = await fundedEscrow();
  await takes('dispute', '--milestone', '1', '--as', 'client');
  // Of no role here; its account holds the token.
  const made = await run('wallet', 'new', '--as', 'stranger');
  const [, stranger = ''] = /(G[A-Z2-7]{55})/.exec(made.stdout) ?? [];
  expect((await run('wallet', 'fund', stranger)).code).toBe(0);
  const share = ['resolve', escrow, '--milestone', '1', '--share', `${stranger}=10.5`];
  const piped = await run('escrow', ...share);
  expect([piped.code, piped.stdout]).toEqual([1, '']);
  expect(piped.stderr).toContain('CONFIRMATION_NEEDED');
  expect(piped.stderr).toContain('somebody who has no role in this escrow');
  if (!hasTerminal) return;
  const command = [process.execPath, scriptOf('escrow'), ...share].map((word) => `'${word}'`).join(' ');
  const { child, ended, stdout } = startProcess(['-qec', command, '/dev/null'], {
    command: '/usr/bin/script',
    env: { COUNTERSIGN_DATA_DIR: dataDir },
  });
  const isOver = ended.then(() => true);
  while (!stdout().includes('type the amount')) if (await Promise.race([isOver, sleep(50, false)])) break;
  child.stdin.write('10.5\n');
  expect([await ended, stdout()]).toEqual([0, expect.stringContaining('The escrow stands as this step left it.')]);
});

test.each([
  [['pay', 'C'], 2, /^There is no command “pay”\.\n\nusage: pnpm escrow/],
  [[], 2, /^A command is missing\.\n\nusage: /],
  [['approve'], 2, /^This is not how approve is called\.\n\nusage: /],
  [['show', 'C', '--days', '5'], 2, /^This is not how show is called\./],
  [['resolve', 'C', '--share', 'client'], 2, /^--share is “client”; write it as ADDRESS=AMOUNT\.\n$/],
  [['approve', 'C', '--milestone', '1'], 1, /^INPUT_INVALID: [^]*\n {2}escrow /],
] as const)('%j: told what is wrong', async (args, exit, said) => {
  const { code, stdout, stderr } = await runTool('escrow', args, { env: { COUNTERSIGN_DATA_DIR: temporaryFolder() } });
  expect([code, stdout]).toEqual([exit, '']);
  expect(stderr).toMatch(said);
});
