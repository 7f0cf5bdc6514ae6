/** Where the address book asks a person to confirm: at a real terminal. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { CLI } from '@countersign/testkit/mcp/host';
import { atTerminal, hasTerminal } from '@countersign/testkit/processes/at-terminal';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { describe, expect, test } from 'vitest';

const [client, provider] = SANDBOX_ACCOUNTS;

const contacts = (args: readonly string[], dataDir: string, input = '', env: Record<string, string> = {}) =>
  runMcpHere(['contacts', ...args], { input, env: { COUNTERSIGN_DATA_DIR: dataDir, ...env } });

const typed = (args: readonly string[], dataDir: string, keys: string) =>
  atTerminal([CLI, 'contacts', ...args], { dataDir, question: 'To confirm, type', keys });

/** A data folder whose address book has Ana. */
async function book(): Promise<string> {
  const folder = temporaryFolder();
  expect((await contacts(['add', 'Ana', client.address], folder)).code).toBe(0);
  return folder;
}

describe('another address for a name', () => {
  const change = ['add', 'ana', provider.address];

  test.runIf(hasTerminal)('is taken from a person who types its last 4 characters', async () => {
    const folder = await book();
    const { code, stdout } = await typed(change, folder, `${provider.address.slice(-4)}\n`);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`ana is ${provider.address}`)]);
    expect(stdout).toContain(`now  ${client.address}`);
    expect((await contacts(['list'], folder)).stdout).toContain(`before: ${client.address}`);
  });

  test.runIf(hasTerminal).each([
    ['the old address’s', `${client.address.slice(-4)}\n`, 'Those are not its last 4 characters. Nothing was changed.'],
    ['none', '\n', '\nNothing was changed.\n'],
    ['Ctrl-C', '\u0003', '\nNothing was changed.\n'],
  ])('and not from one who types %s', async (_, keys, says) => {
    const folder = await book();
    const { code, stdout } = await typed(change, folder, keys);
    expect([code, stdout]).toEqual([1, expect.stringContaining(says)]);
    expect((await contacts(['list'], folder)).stdout).toContain(client.address);
  });
});

describe('an address that looks like one in the book', () => {
  const address = alikeTo(client.address, 6, 4);
  const add = ['add', 'Eve', address];

  test.runIf(hasTerminal)('is saved when a person types the characters that differ', async () => {
    const folder = await book();
    const { code, stdout } = await typed(add, folder, `${address.slice(6, 12).toLowerCase()}\n`);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Eve is ${address}`)]);
    const groups = (text: string) => text.replace(/.{4}(?=.)/g, '$& ');
    expect(stdout).toContain(`  known  ${groups(client.address)} (Ana)\n  new    ${groups(address)}\n`);
    expect(stdout).toContain('                ^^ ^^^^ ');
  });

  test.runIf(hasTerminal)('is not saved when a person types its last characters', async () => {
    const folder = await book();
    const { code, stdout } = await typed(add, folder, `${address.slice(-6)}\n`);
    expect([code, stdout]).toEqual([1, expect.stringContaining('Those are not its first 6 marked characters')]);
    expect((await contacts(['list'], folder)).stdout).not.toContain(address);
  });
});
