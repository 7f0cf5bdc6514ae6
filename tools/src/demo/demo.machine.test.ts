import { readdirSync } from 'node:fs';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runTool, scriptOf } from '@countersign/testkit/tools/run-tool';
import { expect, test } from 'vitest';

test('the demo shows a line for each step and the deal in three sentences, and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await runTool('demo', [], { env: { TMPDIR: folder } });
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => /^[✓ ]/.test(line)).map((line) => line.replace(/ [\d.]+ s$/, ''))).toEqual([
    '✓ An assistant’s MCP server and the sandbox start',
    '✓ The assistant prepares it: the service’s transaction matches the request',
    '✓ Ana gets a link: the page’s code compares it again (in Node here, not in a browser)',
    '    Ana sets up an escrow of 450.50 USDC. Of it, 442.391 USDC goes to Ben, in 3 steps, each when it is approved and released by Ana. The platform takes 6.7575 USDC, the service 1.3515 USDC.',
    '    Nothing to pay now: 450.50 USDC is paid in later, in a separate transaction.',
    '    There is no deadline: if the other side goes silent, only Cleo can move the money.',
    '✓ Ana signs, and the ledger has the escrow',
    '✓ Ana pays 450.5 USDC into it',
    '✓ Refused until Ana confirms it: the same payment again',
    '✓ Refused: milestone 1 is paid out before it is approved',
    '✓ Ben reports milestone 1, with evidence',
    '✓ Refused: a stranger approves milestone 1',
    '✓ Ana approves milestone 1',
    '✓ Ana has milestone 1 paid out: Ben gets 147.791 USDC of 150.5',
    '✓ Ana opens a dispute over milestone 2',
    '✓ Cleo decides it: 140 to Ana, 60 to Ben',
    '✓ Ben opens a dispute over milestone 3',
    '✓ Cleo returns what is left to Ana',
    '✓ Refused until Ana confirms it: a stranger in every role, and a fee of 99 %',
    '✓ Refused: a signed transaction in which the receiver was swapped',
    '✓ Refused: a description with a secret key in it',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('--details shows what each step found', async () => {
  const { code, stdout, stderr } = await runTool('demo', ['--details']);
  expect([code, stderr]).toEqual([0, '']);
  for (const part of [
    ' 450.5 USDC: 442.391 to the receiver, 6.7575 to the platform, 1.3515 to the service',
    'settled, by the ledger: C',
    'holds 450.5 USDC',
    'milestones: approved, open, open; no money moved',
    'USDC: escrow -150.5, Ben +147.791, platform +2.2575, service +0.4515',
    'milestones: released, resolved, open; USDC: escrow -200, Ana +137.48, Ben +58.92, platform +3, service +0.6',
    'milestones: released, resolved, disputed; USDC: escrow -100, Ana +98.2, platform +1.5, service +0.3',
    'It was not sent.',
    'All steps did what they should.',
  ]) {
    expect(stdout.replace(/ +/g, ' ')).toContain(part);
  }
  // Secret seeds start with S; nothing of that shape is ever printed.
  expect(stdout).not.toMatch(/\bS[A-Z2-7]{55}\b/);
});

test.each([['An assistant'], ['Ana pays']])(
  'Ctrl-C ends the demo after “%s” without an error or a trace',
  async (line) => {
    const folder = temporaryFolder();
    const { child, ended, stdout, stderr } = startProcess([scriptOf('demo')], { env: { TMPDIR: folder } });
    await expect.poll(stdout).toContain(`✓ ${line}`);
    child.kill('SIGINT');
    expect([await ended, stderr()]).toEqual([130, '']);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('the demo fails when a step cannot do what it should', async () => {
  const { code, stderr, stdout } = await runTool('demo', [], { env: { TMPDIR: '/nowhere/at/all' } });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).not.toContain('    at ');
});

test('the demo cleans up even when no one reads its output any more', async () => {
  const folder = temporaryFolder();
  const { child, stderr } = startProcess([scriptOf('demo')], { env: { TMPDIR: folder } });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, stderr()]).toEqual([0, '']);
  expect(readdirSync(folder)).toEqual([]);
});
