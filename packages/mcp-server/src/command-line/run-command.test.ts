import { CountersignError } from '@countersign/core/errors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from './run-command.ts';

test.each([
  ['DECLINED', 'The reason given: “Too dear”'],
  ['SERVICE_REFUSED', 'The service said: “Too dear”'],
] as const)('%s names the source of the words that it quotes', async (code, answer) => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    stderr.mockRestore();
    process.exitCode = undefined;
  });
  await runCommand(async () => {
    throw new CountersignError(code, { detail: 'Too dear' });
  });
  expect(process.exitCode).toBe(1);
  expect(stderr.mock.calls.join('')).toContain(answer);
});
