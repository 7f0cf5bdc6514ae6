/** The address book in a terminal, as a person uses it; a real terminal where one must confirm. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { atTerminal, hasTerminal } from '@countersign/testkit/processes/at-terminal';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { scriptOf } from '@countersign/testkit/tools/run-tool';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { describe, expect, test } from 'vitest';

const [client, provider] = SANDBOX_ACCOUNTS;

const contacts = (args: readonly string[], dataDir: string, input = '', env: Record<string, string> = {}) =>
  runToolHere('contacts', args, { input, env: { COUNTERSIGN_DATA_DIR: dataDir, ...env } });

const typed = (args: readonly string[], dataDir: string, keys: string) =>
  atTerminal([scriptOf('contacts'), ...args], { dataDir, question: 'To confirm, type', keys });

test('names are added, listed with whole addresses, and removed, separately for each network', async () => {
  const folder = temporaryFolder();
  expect((await contacts(['list'], folder)).stdout).toContain('the address book is empty');
  expect(await contacts(['add', 'Ana', 'Luísa', client.address], folder)).toMatchObject({
    code: 0,
    stdout: `Sandbox: Ana Luísa is ${client.address}\n`,
  });
  const { stdout } = await contacts(['list'], folder);
  expect(stdout).toMatch(new RegExp(`^Ana Luísa {2}${client.address} {2}set \\d+ [A-Z][a-z]+ 2\\d{3} by a command\n$`));
  const testnet = { STELLAR_NETWORK: 'testnet' };
  expect((await contacts(['list'], folder, '', testnet)).stdout).toContain('Testnet: the address book is empty');
  expect((await contacts(['remove', 'ana luísa'], folder)).stdout).toContain(`its address was ${client.address}`);
  expect((await contacts(['remove', 'ana luísa'], folder)).code).toBe(1);
  expect((await contacts(['list'], folder)).stdout).toContain('the address book is empty');
});

test('a wrong address is refused', async () => {
  const { code, stderr } = await contacts(['add', 'Ana', `${client.address.slice(0, -1)}X`], temporaryFolder());
  expect([code, stderr]).toEqual([1, expect.stringContaining('Address has a wrong checksum')]);
});

test('a secret is refused and not repeated', async () => {
  const seed = 'SB2DPMIOIP3BACTCKPHH5YWACJJM3LNWS4RVB3S2SBL7EQI5ZLQH5ZFZ';
  const { code, stderr, stdout } = await contacts(['add', 'Ana', seed], temporaryFolder());
  expect(code).toBe(1);
  expect(stderr).toContain('SECRET_REFUSED');
  expect(stdout + stderr).not.toContain(seed);
});

/** A data folder whose address book has Ana. */
async function book(): Promise<string> {
  const folder = temporaryFolder();
  expect((await contacts(['add', 'Ana', client.address], folder)).code).toBe(0);
  return folder;
}

describe('another address for a name', () => {
  const change = ['add', 'ana', provider.address];

  test.each(['', `${provider.address.slice(-4)}\n`])('is refused through a pipe (%j)', async (input) => {
    const folder = await book();
    const { code, stderr } = await contacts(change, folder, input);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`CONFIRMATION_NEEDED: “Ana” stands for another address .*${client.address}`));
    expect((await contacts(['list'], folder)).stdout).toContain(client.address);
    // Removing it first does not bypass that.
    await contacts(['remove', 'Ana'], folder);
    expect((await contacts(change, folder, input)).stderr).toContain(
      'CONFIRMATION_NEEDED: Until recently “Ana” stood for',
    );
  });

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

  test.each(['', `${address.slice(6, 12)}\n`])('is refused when it comes through a pipe (%j)', async (input) => {
    const folder = await book();
    const { code, stderr } = await contacts(add, folder, input);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('CONFIRMATION_NEEDED: This address is new and looks like'),
    ]);
    expect((await contacts(['list'], folder)).stdout).not.toContain(address);
  });

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
