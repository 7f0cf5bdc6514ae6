/** The command as a person calls it, in this process. */
import { encodeStrKey } from '@countersign/core/escrow';
import { CLI } from '@countersign/testkit/mcp/host';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, test } from 'vitest';
import { HOSTS } from './hosts.ts';
import { COMMANDS } from './main.ts';

const countersign = (args: readonly string[], env: Record<string, string> = {}) =>
  runMcpHere(args, { env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env } });

test.each(['--help', '-h', 'help'])('%s names every command and every host', async (flag) => {
  const { code, stdout, stderr } = await countersign([flag]);
  expect([code, stderr]).toEqual([0, '']);
  for (const name of [...Object.keys(COMMANDS), ...Object.keys(HOSTS)]) expect(stdout).toContain(name);
  for (const line of stdout.split('\n').filter((text) => !text.startsWith('usage:')))
    expect(line.length).toBeLessThanOrEqual(120);
});

test.each([['--nonsense'], ['nonsense'], [''], ['--print-config'], ['--print-config', 'nowhere'], ['toString']])(
  '%j is a wrong call: one line, and exit code 2',
  async (...args) => {
    const { code, stdout, stderr } = await countersign(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  },
);

test.each([
  ['sandbox', 'nonsense'],
  ['sandbox', '--nonsense'],
  ['doctor', 'x'],
])('%j is a wrong call of a command', async (...args) => {
  const { code, stdout, stderr } = await countersign(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/usage|nonsense/);
  expect(stderr).not.toContain('    at ');
});

test.each([
  [['sandbox', 'foo'], /^There is no command “foo”\.\n\nusage: /],
  [['sandbox'], /^A command is missing\.\n\nusage: /],
  [['contacts', 'ad'], /^There is no command “ad”\. Did you mean “add”\?\n\nusage: /],
  [['contact'], /^There is no command “contact”\. Did you mean “contacts”\? --help [^\n]*\n$/],
  [['contacts', 'foo'], /^There is no command “foo”\.\n\nusage: /],
  [['contacts'], /^A command is missing\.\n\nusage: /],
  [['sandbox', 'list', '--foo'], /^There is no option “--foo”\. [^\n]*\n$/],
  [['contacts', '--foo=1'], /^There is no option “--foo”\. [^\n]*\n$/],
  [['doctor', '--foo'], /^There is no option “--foo”\. [^\n]*\n$/],
])('%j: first what is wrong', async (args, answer) => {
  const { code, stdout, stderr } = await countersign(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(answer);
});

test.each(['claude-code', 'codex', 'goose'])(
  '--print-config %s: the configuration alone on standard output',
  async (host) => {
    const { code, stdout, stderr } = await countersign(['--print-config', host], { COUNTERSIGN_READ_ONLY: 'true' });
    expect(code).toBe(0);
    expect(stdout).toContain(CLI);
    expect(stdout).toMatch(/"?COUNTERSIGN_READ_ONLY"?\s*[:=]\s*"true"/);
    expect(stderr).toContain(HOSTS[host]?.title);
  },
);

test('--print-config adds the server to Claude Code for every folder, and names an unknown host', async () => {
  expect((await countersign(['--print-config', 'claude-code'])).stderr).toContain('claude mcp add --scope user');
  expect((await countersign(['--print-config', 'foo'])).stderr).toMatch(/^“foo” is no host that Countersign knows\./);
  expect((await countersign(['--help'])).stdout).toContain('zed,\n');
});

test('--print-config names secrets and does not print them', async () => {
  const secrets = { ESCROW_API_KEY: 'a-key-of-16-chars', STELLAR_RPC_URL: 'https://rpc.example/v1/1a2b3c4d5e6f7a8b9c' };
  const { stdout, stderr } = await countersign(['--print-config=cursor'], secrets);
  for (const [name, value] of Object.entries(secrets)) {
    expect(stderr).toContain(name);
    expect(stdout + stderr).not.toContain(value);
    expect(stdout).not.toContain(name);
  }
});

test('--print-config refuses a secret in a variable that should hold none', async () => {
  const seed = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
  const refused = await countersign(['--print-config', 'cursor'], { ESCROW_DEFAULT_SIGNER: seed });
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/SECRET_REFUSED/) });
  const withUser = { ESCROW_API_URL: 'https://someone:a-password@service.example' };
  const named = await countersign(['--print-config', 'cursor'], withUser);
  expect(named.stderr).toMatch(/Not printed.*ESCROW_API_URL/);
  expect(named.stdout).not.toContain('ESCROW_API_URL');
  for (const { stdout, stderr } of [refused, named]) {
    expect(stdout + stderr).not.toContain(seed);
    expect(stdout + stderr).not.toContain('a-password');
  }
});

test('doctor runs without a checkout and says what it found', async () => {
  const { code, stdout, stderr } = await countersign(['doctor', '--json'], { COUNTERSIGN_REDONLY: 'true' });
  expect([code, stderr]).toEqual([0, '']);
  const found = JSON.parse(stdout) as { subject: string; state: string; message: string }[];
  expect(found.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Node', 'settings', 'data folder', 'service', 'signing page']),
  );
  expect(stdout).toContain('is read by nobody');
  expect(stdout).not.toContain('pnpm');
});
