import { CountersignError } from '@countersign/core/errors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand, UsageError } from './run-command.ts';

/** What a command prints that ends with that error, and its exit code. */
async function endOf(thrown: Error) {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    stderr.mockRestore();
    process.exitCode = undefined;
  });
  await runCommand(() => Promise.reject(thrown));
  return [process.exitCode, stderr.mock.calls.join('')];
}

test.each([
  ['DECLINED', 'The reason given: “Too dear”'],
  ['SERVICE_REFUSED', 'The service said: “Too dear”'],
] as const)('%s names the source of the words that it quotes', async (code, answer) => {
  expect(await endOf(new CountersignError(code, { detail: 'Too dear' }))).toEqual([1, expect.stringContaining(answer)]);
});

test('prints how a command is called in its own lines', async () => {
  expect(await endOf(new UsageError('usage:\n\n  list\n'))).toEqual([2, 'usage:\n\n  list\n\n']);
});
