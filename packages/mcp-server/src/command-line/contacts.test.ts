import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from './contacts.ts';

const [{ address }] = SANDBOX_ACCOUNTS;

test('adds, lists and removes a name, each by its own command', async () => {
  vi.stubEnv('STELLAR_NETWORK', 'sandbox');
  vi.stubEnv('COUNTERSIGN_DATA_DIR', temporaryFolder());
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => {
    stdout.mockRestore();
    vi.unstubAllEnvs();
  });
  for (const args of [['add', 'Ana', address], ['list'], ['remove', 'Ana'], ['list']]) await run(args, 'contacts');
  expect(stdout.mock.calls.map(([text]) => text)).toEqual([
    expect.stringContaining(`Ana is ${address}`),
    expect.stringMatching(`^Ana  ${address}  set `),
    expect.stringContaining(`Ana was removed; its address was ${address}`),
    expect.stringContaining('the address book is empty'),
  ]);
});
