import { startProcess } from '@countersign/testkit/processes/start-process';
import { expect, test } from 'vitest';

const moduleOf = (specifier: string) => JSON.stringify(import.meta.resolve(specifier));

test.each([
  ['DECLINED', 'The reason given: “Too dear”'],
  ['SERVICE_REFUSED', 'The service said: “Too dear”'],
])('%s says whose words it repeats', async (code, said) => {
  const program = `
    import { CountersignError } from ${moduleOf('@countersign/core/errors')};
    import { runCommand } from ${JSON.stringify(new URL('run-command.ts', import.meta.url))};
    await runCommand(async () => { throw new CountersignError('${code}', { detail: 'Too dear' }); });`;
  const { child, ended, stderr } = startProcess(['--input-type=module', '-e', program], { env: {} });
  child.stdin.end();
  expect([await ended, stderr()]).toEqual([1, expect.stringContaining(said)]);
});
