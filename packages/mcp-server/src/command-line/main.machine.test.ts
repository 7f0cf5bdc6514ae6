/** What only a process of the command shows. */
import { existsSync } from 'node:fs';
import { CLI } from '@countersign/testkit/mcp/host';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

test('--version is the version that hosts are told', async () => {
  const { ended, stdout, stderr } = startProcess([CLI, '--version']);
  expect([await ended, stdout(), stderr()]).toEqual([0, `${packageJson.version}\n`, '']);
});

/** From util-linux: gives a program its own terminal. */
const SCRIPT = '/usr/bin/script';
test.runIf(process.platform === 'linux' && existsSync(SCRIPT))(
  'a server at a terminal says that it waits',
  async () => {
    const { child, ended, stdout } = startProcess(['-qec', `'${process.execPath}' '${CLI}'`, '/dev/null'], {
      command: SCRIPT,
      env: { COUNTERSIGN_DATA_DIR: temporaryFolder() },
    });
    await expect.poll(stdout).toMatch(/^Countersign waits for [^\n]*\n$/);
    child.stdin.write('\u0003');
    await ended;
  },
);
