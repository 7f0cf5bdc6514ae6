import { runTool } from '@countersign/testkit/tools/run-tool';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, test } from 'vitest';

const TOOLS = [
  'backup',
  'bench',
  'build',
  'contacts',
  'demo',
  'doctor',
  'escrow',
  'escrows',
  'explain',
  'fuzz',
  'move',
  'pack',
  'pictures',
  'proof',
  'rehearse',
  'restore',
  'start',
  'wallet',
] as const;

test.each(TOOLS)('%s tells how it is called, and does nothing', async (tool) => {
  const { code, stdout, stderr } = await runTool(tool, ['--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^usage: pnpm (?:run )?${tool}\\b`));
});

test.each(TOOLS)('%s with an option that it does not know is a wrong call', async (tool) => {
  const { code, stdout, stderr } = await runToolHere(tool, ['--no-such-option']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/no-such-option|usage/);
  expect(stderr).not.toContain('    at ');
});

test('a wrong call says what is wrong, then prints the same usage as --help', async () => {
  const [asked, wrong] = await Promise.all([
    runToolHere('wallet', ['--help']),
    runToolHere('wallet', ['no-such-command']),
  ]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toBe(`There is no command “no-such-command”.\n\n${asked.stdout}`);
});
