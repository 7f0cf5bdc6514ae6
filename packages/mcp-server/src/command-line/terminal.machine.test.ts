/** What only a real terminal and a real process show. All that people read there is in terminal.test.ts. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { ORDINARY_ROLES, startService } from '@countersign/testkit/escrow-service/running-service';
import { CLI } from '@countersign/testkit/mcp/host';
import { atTerminal, hasTerminal } from '@countersign/testkit/processes/at-terminal';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';

const [client, provider, , arbiter] = SANDBOX_ACCOUNTS;

test.runIf(hasTerminal).each([
  ['the amount', '10.5\n', 0, /^AAAA/m],
  ['nothing', '\n', 1, /CONFIRMATION_NEEDED: Nothing was confirmed/],
  ['Ctrl-D', '\u0004', 1, /CONFIRMATION_NEEDED: Nothing was confirmed/],
  ['Ctrl-C', '\u0003', 1, /CONFIRMATION_NEEDED: Nothing was confirmed/],
])('signs for one stranger in all roles only when a person types the amount: %s', async (_, keys, code, shown) => {
  const dataDir = temporaryFolder();
  const { deploy } = await startService({ dataDir });
  const file = path.join(dataDir, 'robbery.txt');
  const roles = Object.fromEntries(Object.keys(ORDINARY_ROLES).map((role) => [role, arbiter.address]));
  writeFileSync(file, await deploy(roles, 99));
  const ended = await atTerminal([CLI, 'sandbox', 'sign', file], { dataDir, question: 'type the amount', keys });
  expect([ended.code, ended.stdout]).toEqual([code, expect.stringMatching(shown)]);
  expect(/^AAAA/m.test(ended.stdout)).toBe(code === 0);
});

test.runIf(hasTerminal).each([
  ['its last 4 characters', `${provider.address.slice(-4)}\n`, 0, provider.address],
  ['Ctrl-C', '\u0003', 1, client.address],
])('gives a name another address only when a person types the end of it: %s', async (_, keys, code, address) => {
  const dataDir = temporaryFolder();
  const contacts = (...args: string[]) => runMcpHere(['contacts', ...args], { env: { COUNTERSIGN_DATA_DIR: dataDir } });
  await contacts('add', 'Ana', client.address);
  const change = [CLI, 'contacts', 'add', 'ana', provider.address];
  expect((await atTerminal(change, { dataDir, question: 'To confirm, type', keys })).code).toBe(code);
  expect((await contacts('list')).stdout).toMatch(new RegExp(`^ana\\s+${address}`, 'im'));
});

test('funds on the sandbox of the data folder while another process has it open', async () => {
  const dataDir = temporaryFolder();
  await startService({ dataDir });
  const address = Keypair.random().publicKey();
  const args = [CLI, 'sandbox', 'fund', address];
  const { ended, stdout } = startProcess(args, { env: { COUNTERSIGN_DATA_DIR: dataDir } });
  expect([await ended, stdout()]).toEqual([0, expect.stringContaining(`funded ${address}`)]);
});

/** From util-linux: gives a program its own terminal. */
const SCRIPT = '/usr/bin/script';
const hasScript = process.platform === 'linux' && existsSync(SCRIPT);
test.runIf(hasScript)('says at a terminal that the server waits for a host', async () => {
  const { child, ended, stdout } = startProcess(['-qec', `'${process.execPath}' '${CLI}'`, '/dev/null'], {
    command: SCRIPT,
    env: { COUNTERSIGN_DATA_DIR: temporaryFolder() },
  });
  await expect.poll(stdout).toMatch(/^Countersign waits for [^\n]*\n$/);
  child.stdin.write('\u0003');
  await ended;
});
