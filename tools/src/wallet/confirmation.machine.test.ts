/** A person at a terminal confirms stops by typing the amount. A pipe or a flag never can. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { checkSignatures } from '@countersign/core/signatures';
import { atTerminal, hasTerminal } from '@countersign/testkit/processes/at-terminal';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { scriptOf } from '@countersign/testkit/tools/run-tool';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { describe, expect, test } from 'vitest';
import { ORDINARY_ROLES, startService } from './running-service.ts';

const [client, , , arbiter] = SANDBOX_ACCOUNTS;

const wallet = (args: string[], dataDir: string, input = '', env: Record<string, string> = {}) =>
  runToolHere('wallet', args, { input, env: { COUNTERSIGN_DATA_DIR: dataDir, ...env } });

const typed = (args: readonly string[], dataDir: string, keys: string) =>
  atTerminal([scriptOf('wallet'), ...args], { dataDir, question: 'type the amount', keys });

const allFor = (address: string) => Object.fromEntries(Object.keys(ORDINARY_ROLES).map((role) => [role, address]));

describe('sign: one stranger in all roles, and a fee of 99 %', () => {
  async function robbery() {
    const folder = temporaryFolder();
    const { deploy } = await startService({ dataDir: folder });
    const file = path.join(folder, 'robbery.txt');
    writeFileSync(file, await deploy(allFor(arbiter.address), 99));
    return { folder, file };
  }

  test.each([
    ['an empty pipe', ''],
    ['a pipe that holds the amount', '10.5\n'],
  ])('nothing is signed through %s', async (_, input) => {
    const { folder, file } = await robbery();
    const { code, stdout, stderr } = await wallet(['sign', file], folder, input);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`Cleo (${arbiter.address}) gets most of each payment as the platform fee`);
    expect(stderr).toContain('The platform fee is 99 % of each payment, more than 20 %.');
    expect(stderr).toMatch(/CONFIRMATION_NEEDED: A person must confirm this at a terminal/);
  });

  test.runIf(hasTerminal)('it is signed for a person who types the amount at a terminal', async () => {
    const { folder, file } = await robbery();
    const { code, stdout } = await typed(['sign', file], folder, '10.5\n');
    expect(stdout).toMatch(/can\s+take\s+all\s+of\s+it/);
    expect(code).toBe(0);
    const signed = stdout.trim().split('\n').at(-1) as string;
    checkSignatures(readTransaction(signed, NETWORKS.sandbox.passphrase), client.address, NETWORKS.sandbox);
  });

  test.runIf(hasTerminal).each([
    ['another amount', '10\n', /INPUT_INVALID/],
    ['nothing', '\n', /CONFIRMATION_NEEDED: Nothing was confirmed/],
    ['Ctrl-D', '\u0004', /CONFIRMATION_NEEDED: Nothing was confirmed/],
    ['Ctrl-C', '\u0003', /CONFIRMATION_NEEDED: Nothing was confirmed/],
  ])('and not for one who types %s', async (_, keys, says) => {
    const { folder, file } = await robbery();
    const { code, stdout } = await typed(['sign', file], folder, keys);
    expect(code).toBe(1);
    expect(stdout).toMatch(says);
    expect(stdout).not.toMatch(/^AAAA/m);
  });
});

test('sign explains with the fee limit of the settings: COUNTERSIGN_FEE_STOP', async () => {
  const folder = temporaryFolder();
  const { deploy } = await startService({ dataDir: folder });
  const unsigned = await deploy(ORDINARY_ROLES, 30);
  const above = await wallet(['sign', '-'], folder, unsigned, { COUNTERSIGN_FEE_STOP: '7.5' });
  expect(above.code).toBe(1);
  expect(above.stderr.match(/more than 7\.5 %/g)).toHaveLength(2);
  expect(above.stderr).not.toContain('more than 20 %');
  const below = await wallet(['sign', '-'], folder, unsigned, { COUNTERSIGN_FEE_STOP: '40' });
  expect([below.code, below.stderr]).toEqual([0, expect.not.stringContaining('more than')]);
});
