import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from './http.ts';
import { UsageError } from './run-command.ts';

test('takes a port up to 65535, and shows how it is called for a higher one', async () => {
  // Nothing is served with such a setting.
  vi.stubEnv('STELLAR_NETWORK', 'nowhere');
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    stderr.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  });
  for (const option of ['--port', '--metrics-port']) {
    await run([option, '65535']);
    await expect(run([option, '65536'])).rejects.toThrow(UsageError);
  }
  expect(stderr).toHaveBeenCalledTimes(2);
});
