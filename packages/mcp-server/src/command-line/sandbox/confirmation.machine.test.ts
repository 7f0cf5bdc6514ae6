/** A person at a terminal confirms stops by typing the amount, and two processes have one data folder open. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { checkSignatures } from '@countersign/core/signatures';
import { ORDINARY_ROLES, startService } from '@countersign/testkit/escrow-service/running-service';
import { CLI, call, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { atTerminal, hasTerminal } from '@countersign/testkit/processes/at-terminal';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { Keypair } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';

const [client, , , arbiter] = SANDBOX_ACCOUNTS;

const typed = (args: readonly string[], dataDir: string, keys: string) =>
  atTerminal([CLI, 'sandbox', ...args], { dataDir, question: 'type the amount', keys });

const allFor = (address: string) => Object.fromEntries(Object.keys(ORDINARY_ROLES).map((role) => [role, address]));

describe('sign: one stranger in all roles, and a fee of 99 %', () => {
  async function robbery() {
    const folder = temporaryFolder();
    const { deploy } = await startService({ dataDir: folder });
    const file = path.join(folder, 'robbery.txt');
    writeFileSync(file, await deploy(allFor(arbiter.address), 99));
    return { folder, file };
  }

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

test('funds on the sandbox of the data folder while another process has it open', async () => {
  const dataDir = temporaryFolder();
  await startService({ dataDir });
  const address = Keypair.random().publicKey();
  const args = [CLI, 'sandbox', 'fund', address];
  const { ended, stdout } = startProcess(args, { env: { COUNTERSIGN_DATA_DIR: dataDir } });
  expect([await ended, stdout()]).toEqual([0, expect.stringContaining(`funded ${address}`)]);
});

test.runIf(hasTerminal)('signs what an assistant prepared when a person confirms its stops at a terminal', async () => {
  const dataDir = temporaryFolder();
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR: dataDir } });
  const roles = Object.fromEntries(Object.keys(REQUEST.roles).map((role) => [role, REQUEST.roles.disputeResolver]));
  const { id } = await call(host, 'deploy_escrow', { ...REQUEST, roles });
  const { code, stdout } = await typed(['sign', '--id', String(id)], dataDir, '60.5\n');
  expect([code, stdout]).toEqual([0, expect.stringContaining('Its address is')]);
  expect(await call(host, 'get_escrow', { id })).toMatchObject({ status: 'settled' });
});
