/** A life at the terminal: each step by its own command, typed by four people. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDesk } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { fund } from '@countersign/mcp-server/command-line/sandbox/pay';
import { signForSandbox } from '@countersign/mcp-server/command-line/sandbox/sign';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { scriptOf } from '@countersign/testkit/tools/run-tool';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';

const [client, provider] = SANDBOX_ACCOUNTS;
/** Each command is a separate process. */
const LONG = 180_000;
/** From util-linux: gives a program its own terminal. */
const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');

/** Made and funded in this process, on a sandbox that the commands use too. */
async function fundedEscrow() {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const env = {
    ESCROW_API_URL: sandbox.url,
    STELLAR_RPC_URL: sandbox.rpcUrl,
    STELLAR_NETWORK: 'sandbox',
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
  };
  const desk = await openDesk(parseSettings(env));
  onTestFinished(() => desk.close());
  const settle = async (
    { id, unsignedXdr = '' }: { readonly id: string; readonly unsignedXdr?: string | undefined },
    by = 'client',
  ) => {
    const settled = await desk.submit({ signedXdr: signForSandbox(unsignedXdr, sandboxKeypair(by)), id });
    expect(settled).toMatchObject({ status: 'settled', by: 'ledger' });
  };
  const made = await desk.prepare('deploy', REQUEST);
  await settle(made);
  await settle(await desk.prepare('fund', { escrow: made.contractId, signer: REQUEST.signer }));
  const escrow = made.contractId;
  const run = (...args: string[]) => runToolHere('escrow', args, { env });
  const takes = async (step: string, ...options: string[]) => {
    const { code, stdout, stderr } = await run(step, escrow, ...options);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('The step has taken effect.');
    return { stdout, stderr: stderr.replace(/ +/g, ' ') };
  };
  return { env, sandbox, desk, settle, escrow, id: made.id, run, takes };
}

test('only a person at a terminal says that a transaction never settled', async () => {
  const { run, id } = await fundedEscrow();
  const { code, stderr } = await run('failed', id);
  expect(code).not.toBe(0);
  expect(stderr).toContain('A person must confirm this at a terminal');
});

test(
  'several milestones are approved and paid out by one command each',
  async () => {
    const { desk, escrow, run, takes } = await fundedEscrow();
    const approved = await takes('approve', '--milestone', '1,2');
    expect(approved.stdout.match(/The step has taken effect\./g)).toHaveLength(2);
    expect(approved.stderr).toContain('1 of 2: milestone 1. Then milestone 2');
    expect(approved.stderr).toContain('Done: milestone 1. 2 of 2: milestone 2.');
    expect(approved.stderr).toContain('Done: milestones 1 and 2. Nothing is left of this request.');
    const twice = await run('approve', escrow, '--milestone', '1-2');
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('Milestone 1 is approved already.')]);
    const { stderr, stdout } = await run('release', escrow, '--milestone', '1 2', '--unsigned');
    expect(stdout).toMatch(/^AAAAAg[A-Za-z0-9+/]+=*\n$/);
    expect(stderr).toContain('1 of 2: milestone 1. Then milestone 2');
    expect((await takes('release', '--milestone', '1-2')).stderr).toContain('In the escrow 20 USDC → 0 USDC');
    expect((await desk.get({ contractId: escrow })).state).toBe('finished');
  },
  LONG,
);

test(
  'an escrow and a payment are written unsigned, and a file that is not a request creates nothing',
  async () => {
    const { desk, settle, run } = await fundedEscrow();
    const deploy = async (text: string) => {
      const file = path.join(temporaryFolder(), 'request.json');
      writeFileSync(file, text);
      return await run('deploy', file, '--unsigned');
    };
    const written = await deploy(JSON.stringify({ ...REQUEST, engagementId: 'ENG-2', title: 'Flag' }));
    expect([written.code, written.stdout]).toEqual([0, expect.stringMatching(/^AAAAAg[A-Za-z0-9+/]+=*\n$/)]);
    expect(written.stderr).toContain('Creates an escrow for “Flag”');
    const made = await desk.prepare('deploy', { ...REQUEST, engagementId: 'ENG-3' });
    await settle(made);
    // By the id under which it was prepared here: its signer pays.
    const funding = await run('fund', made.id, '--amount', '3', '--unsigned');
    expect([funding.code, funding.stdout]).toEqual([0, expect.stringMatching(/^AAAAAg[A-Za-z0-9+/]+=*\n$/)]);
    expect(funding.stderr).toContain(`Pays 3 USDC from Ana (${client.address})`);
    for (const [text, said] of [
      ['title: Logo', 'file is not JSON'],
      ['[]', 'file must hold one object'],
      ['{"title":"Logo"}', 'Engagement id is missing'],
    ] as const) {
      const refused = await deploy(text);
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain('INPUT_INVALID');
      expect(refused.stderr).toContain(said);
    }
  },
  LONG,
);

test(
  'each step is shown before it is signed',
  async () => {
    const { id, run, takes } = await fundedEscrow();
    await takes('change-status', '--milestone', '1', '--evidence', 'https://example.com/sketches.pdf');
    const approved = await takes('approve', '--milestone', '1');
    for (const line of [
      'Approver: approve milestone 1 of 2, “Sketches”, 10.5 USDC, reported as “completed”',
      'Milestone 1 open → approved',
      'Pays nobody',
      'It pays nobody: the release signer',
      'Compared with what was asked for.',
    ]) {
      expect(approved.stderr).toContain(line);
    }
    expect(approved.stdout).toContain('You pay out milestone 1.');
    const paid = await takes('release', '--milestone', '1');
    expect(paid.stderr).toContain(`9.9435 USDC to the receiver (Ben, ${provider.address})`);
    expect(paid.stderr).toContain('Left in the escrow 20 USDC');

    await takes('dispute', '--milestone', '2', '--as', 'provider');
    const shown = await run('show', id);
    expect(shown.stdout.replace(/ +/g, ' ')).toContain('Dispute resolver (Cleo) decides the dispute over milestone 2.');
    expect(shown.stdout).toContain('Logo (in dispute)');
    const decided = await takes(
      'resolve',
      '--milestone',
      '2',
      '--share',
      'client=10',
      '--share',
      `${provider.address}=10`,
    );
    expect(decided.stdout).toContain('Nothing is left to do.');
  },
  LONG,
);

test(
  'a single release is made, paid in, reported, approved and paid out at once',
  async () => {
    const { desk, run } = await fundedEscrow();
    const file = path.join(temporaryFolder(), 'request.json');
    writeFileSync(file, JSON.stringify({ ...REQUEST, engagementId: 'ENG-2', kind: 'single' }));
    const made = await run('deploy', file);
    expect(made.stderr).toContain('Everything is paid out at once, when all milestones are approved.');
    expect(made.stderr).toContain('After that it can at most add milestones: Demo Platform');
    const [, escrow = ''] = /Its address is (C[A-Z2-7]{55})\./.exec(made.stdout) ?? [];
    const does = async (step: string, ...options: string[]) => {
      const { code, stdout, stderr } = await run(step, escrow, ...options);
      expect(code, stderr).toBe(0);
      return `${stdout}${stderr}`.replace(/ +/g, ' ');
    };
    await does('fund', '--as', 'client');
    for (const milestone of ['1', '2']) {
      await does('change-status', '--milestone', milestone);
      await does('approve', '--milestone', milestone);
    }
    const refused = await run('release', escrow, '--milestone', '1');
    expect(refused.stderr).toContain('Milestone must be left out: this escrow is paid out at once');
    const paid = await does('release');
    expect(paid).toContain(`28.8835 USDC to the receiver (Ben, ${provider.address})`);
    expect(paid).toContain('Nothing is left to do.');
    expect(await desk.get({ contractId: escrow })).toMatchObject({ kind: 'single', state: 'finished', held: '0' });
  },
  LONG,
);

test(
  'milestones are added while there is money: with an amount to a multi release, without one to a single release',
  async () => {
    const { desk, settle, escrow, takes, run } = await fundedEscrow();
    const added = await takes('update', '--add-milestone', 'Handover, a = b=4');
    expect(added.stderr).toContain('Milestone 3 none → Handover, a = b, 4 USDC, to Ben (G');
    expect(added.stderr).toContain('Left in the escrow 30.5 USDC');
    // The payer agreed to two milestones, so a payment into three is confirmed by a person, never through a pipe.
    const piped = await run('fund', escrow, '--as', 'client');
    expect([piped.code, piped.stderr]).toEqual([1, expect.stringContaining('milestone 3: amount: agreed none, now 4')]);
    expect(piped.stderr).toContain('holds 34.5 of the 34.5 USDC that it needs');
    const { id, judgement } = await desk.prepare('fund', { escrow, signer: REQUEST.signer });
    await settle(await desk.confirm(id, { amount: '4', shown: judgement.key }));
    await takes('change-status', '--milestone', '3');
    await takes('approve', '--milestone', '3');
    expect((await takes('release', '--milestone', '3')).stderr).toContain('In the escrow 34.5 USDC → 30.5 USDC');

    const single = await desk.prepare('deploy', { ...REQUEST, engagementId: 'ENG-2', kind: 'single' });
    await settle(single);
    await settle(await desk.prepare('fund', { escrow: single.contractId, signer: REQUEST.signer }));
    const more = await run('update', single.contractId, '--add-milestone', 'Handover');
    expect([more.code, more.stderr.replace(/ +/g, ' ')]).toEqual([0, expect.stringContaining('none → Handover')]);
    for (const [of, text, said] of [
      [escrow, 'Handover', 'amount is missing: each milestone is paid on its own'],
      [single.contractId, 'Handover=5', 'amount must be left out: this escrow has one amount for all'],
    ] as const) {
      const refused = await run('update', of, '--add-milestone', text);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(said)]);
    }
  },
  LONG,
);

test(
  'another wallet signs nothing, and only the unsigned transaction is written',
  async () => {
    const { escrow, run } = await fundedEscrow();
    const stranger = await run('approve', escrow, '--milestone', '1', '--as', 'provider');
    expect([stranger.code, stranger.stdout]).toEqual([1, '']);
    expect(stranger.stderr).toContain('In this escrow only the approver (');
    const written = await run('approve', escrow, '--milestone', '1', '--unsigned');
    expect([written.code, written.stdout]).toEqual([0, expect.stringMatching(/^AAAAAg[A-Za-z0-9+/]+=*\n$/)]);
    expect(written.stderr).toContain('Nothing is signed.');
  },
  LONG,
);

test(
  'a share for a stranger is confirmed by a person at a terminal, never through a pipe',
  async () => {
    const { env, sandbox, desk, settle, escrow, run } = await fundedEscrow();
    await settle(await desk.prepare('dispute', { escrow, milestone: 1, signer: REQUEST.signer }));
    // Without a role here; its account holds the token.
    const stranger = Keypair.random().publicKey();
    await fund(sandbox, stranger);
    const share = ['resolve', escrow, '--milestone', '1', '--share', `${stranger}=10.5`];
    const piped = await run(...share);
    expect([piped.code, piped.stdout]).toEqual([1, '']);
    expect(piped.stderr).toContain('CONFIRMATION_NEEDED');
    expect(piped.stderr).toContain('somebody who has no role in this escrow');
    if (!hasTerminal) return;
    const command = [process.execPath, scriptOf('escrow'), ...share].map((word) => `'${word}'`).join(' ');
    const { child, ended, stdout } = startProcess(['-qec', command, '/dev/null'], {
      command: '/usr/bin/script',
      env,
    });
    const isOver = ended.then(() => true);
    while (!stdout().includes('type the amount')) if (await Promise.race([isOver, sleep(50, false)])) break;
    child.stdin.write('10.5\n');
    expect([await ended, stdout()]).toEqual([0, expect.stringContaining('The step has taken effect.')]);
  },
  LONG,
);

test.each([
  [['pay', 'C'], 2, /^There is no command “pay”\.\n\nusage: pnpm escrow/],
  [[], 2, /^A command is missing\.\n\nusage: /],
  [['approve'], 2, /^This is not how approve is called\.\n\nusage: /],
  [['show', 'C', '--days', '5'], 2, /^This is not how show is called\./],
  [
    ['resolve', 'C', '--milestone', '1'],
    2,
    /^--share is missing; write --share ADDRESS=AMOUNT for everybody who is paid\.\n$/,
  ],
  [
    ['update', 'C'],
    2,
    /^Nothing to change is named; write --set NAME=VALUE or --add-milestone DESCRIPTION=AMOUNT\.\n$/,
  ],
  [['fund', REQUEST.trustline.address], 2, /^--as is missing; write --as NAME of who pays\.\n$/],
  [['fund', 'C', '--milestone', '1'], 2, /^This is not how fund is called\./],
  [['approve', 'C', '--amount', '1'], 2, /^--amount is an option of fund alone\.\n$/],
  [['resolve', 'C', '--share', 'client'], 2, /^--share is “client”; write it as ADDRESS=AMOUNT\.\n$/],
  [['approve', 'C', '--milestone', '1'], 1, /^INPUT_INVALID: .*\n {2}Escrow /],
] as const)('%j: told what is wrong', async (args, exit, said) => {
  const { code, stdout, stderr } = await runToolHere('escrow', args, {
    env: { COUNTERSIGN_DATA_DIR: temporaryFolder() },
  });
  expect([code, stdout]).toEqual([exit, '']);
  expect(stderr).toMatch(said);
});
