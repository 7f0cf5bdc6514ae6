/** The command as a person calls it, in this process. */
import { encodeStrKey } from '@countersign/core/escrow';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, test } from 'vitest';

const countersign = (args: readonly string[], env: Record<string, string> = {}) =>
  runMcpHere(args, { env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env } });

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
