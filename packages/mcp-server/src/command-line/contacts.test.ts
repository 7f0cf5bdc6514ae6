/** The address book in a terminal, as a person uses it. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, test } from 'vitest';

const [client, provider] = SANDBOX_ACCOUNTS;

const contacts = (args: readonly string[], dataDir: string, input = '', env: Record<string, string> = {}) =>
  runMcpHere(['contacts', ...args], { input, env: { COUNTERSIGN_DATA_DIR: dataDir, ...env } });

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

test.each(['', `${provider.address.slice(-4)}\n`])(
  'another address for a name is refused through a pipe (%j)',
  async (input) => {
    const folder = await book();
    const { code, stderr } = await contacts(['add', 'ana', provider.address], folder, input);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`CONFIRMATION_NEEDED: “Ana” stands for another address .*${client.address}`));
    expect((await contacts(['list'], folder)).stdout).toContain(client.address);
    // Removing it first does not bypass that.
    await contacts(['remove', 'Ana'], folder);
    expect((await contacts(['add', 'ana', provider.address], folder, input)).stderr).toContain(
      'CONFIRMATION_NEEDED: Until recently “Ana” stood for',
    );
  },
);

const alike = alikeTo(client.address, 6, 4);

test.each(['', `${alike.slice(6, 12)}\n`])(
  'an address that looks like one in the book is refused through a pipe (%j)',
  async (input) => {
    const folder = await book();
    const { code, stderr } = await contacts(['add', 'Eve', alike], folder, input);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('CONFIRMATION_NEEDED: This address is new and looks like'),
    ]);
    expect((await contacts(['list'], folder)).stdout).not.toContain(alike);
  },
);
