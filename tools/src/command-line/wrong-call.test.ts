import { runTool } from '@countersign/testkit/tools/run-tool';
import { expect, test } from 'vitest';

const TOOLS = ['bench', 'build', 'contacts', 'demo', 'doctor', 'explain', 'fuzz', 'proof', 'start', 'wallet'] as const;

test.each(TOOLS)('%s tells how it is called, and does nothing', async (tool) => {
  const { code, stdout, stderr } = await runTool(tool, ['--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^usage: pnpm (?:run )?${tool}\\b`));
});

test.each(TOOLS)('%s with an option that it does not know is a wrong call', async (tool) => {
  const { code, stdout, stderr } = await runTool(tool, ['--no-such-option']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/no-such-option|usage/);
  expect(stderr).not.toContain('    at ');
});
