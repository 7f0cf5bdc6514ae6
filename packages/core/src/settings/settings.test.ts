import { homedir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT, CONTRACT, faults, REAL, refusal } from '@countersign/testkit/fixtures/settings-env';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { encodeStrKey } from '../escrow/strkey.ts';
import { parseSettings } from './settings.ts';
import { VARIABLES } from './variables.ts';

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));

describe('without any setting', () => {
  test('an empty variable, or one of white space, is as good as none', () => {
    const names = [
      ...Object.keys(REAL),
      'ESCROW_RATE_LIMIT',
      'COUNTERSIGN_DATA_DIR',
      'COUNTERSIGN_READ_ONLY',
      'ESCROW_PINS',
    ];
    expect(parseSettings(Object.fromEntries(names.map((name) => [name, ' \r\n'])))).toEqual(parseSettings({}));
  });

  test('a placeholder of a host that got no value counts as no value', () => {
    const unset = Object.fromEntries(VARIABLES.map(({ name }) => [name, `\${user_config.${name.toLowerCase()}}`]));
    expect(parseSettings(unset)).toEqual(parseSettings({}));
    expect(faults({ COUNTERSIGN_READ_ONLY: `x\${user_config.read_only}` })).toEqual(['COUNTERSIGN_READ_ONLY']);
  });
});

describe('every setting', () => {
  test('is given without the white space around it', () => {
    const padded = Object.fromEntries(Object.entries(REAL).map(([name, value]) => [name, ` ${value}\r\n`]));
    expect(parseSettings(padded)).toEqual(parseSettings(REAL));
  });

  test('is kept as it was: the networks themselves are not touched', () => {
    parseSettings({ ...REAL, ESCROW_PINS: JSON.stringify({ factory: CONTRACT }) });
    expect(NETWORKS.testnet).not.toHaveProperty('factory');
  });
});

describe('a wrong setting', () => {
  test.each<[string, string]>([
    ['ESCROW_API_URL', 'https://user:hunter2@service.example'],
    ['STELLAR_RPC_URL', 'https://user:hunter2@rpc.example'],
    ['ESCROW_ACCESS_TOKEN', ''],
    ['ESCROW_ACCESS_TOKEN', 'two words'],
    ['ESCROW_ACCESS_TOKEN', 'sandbox-access-token'],
    ['ESCROW_API_KEY', 'schlüssel'],
    ['ESCROW_API_KEY', 'sandbox-api-key'],
    ['COUNTERSIGN_HTTP_TOKEN', `${'x'.repeat(32)} y`],
    ['ESCROW_DEFAULT_SIGNER', SEED],
    ['ESCROW_ACCESS_TOKEN', SEED],
    ['COUNTERSIGN_DATA_DIR', SEED],
    ['ESCROW_PINS', '/nowhere/pins.json'],
    ['COUNTERSIGN_COUNTERPARTIES', `${ACCOUNT},${ACCOUNT.slice(0, -1)}A`],
  ])('%s is named, and its value %j is not repeated', (name, value) => {
    const error = refusal({ ...REAL, [name]: value });
    expect(error.code).toBe('SETTING_INVALID');
    expect(error.fields?.map(({ path }) => path)).toEqual([name]);
    expect(error.message).toContain(name);
    // One-letter and numeric values occur in any text; the others must not.
    if (value.length > 5) expect(JSON.stringify(error.toView())).not.toContain(value);
    expect(JSON.stringify(error.toView())).not.toContain('hunter2');
  });
});

test('the default data folder is in the user’s home', () => {
  const { dataDir } = parseSettings({ XDG_DATA_HOME: undefined });
  expect(dataDir.startsWith(homedir())).toBe(true);
  if (process.platform === 'linux') expect(dataDir).toBe(join(homedir(), '.local/share/countersign'));
});

test('parsing settings loads neither the Stellar SDK nor zod', async () => {
  const { execFileSync } = await import('node:child_process');
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(new URL('./settings.ts', import.meta.url).href)});
    process.stdout.write(JSON.stringify(loaded));`;
  const loaded = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as string[];
  expect(loaded.some((url) => url.endsWith('/settings.ts'))).toBe(true);
  // The scanner for secrets needs a hash and the list of words, and every process has it anyway.
  const light = /@noble\/hashes\/|@scure\/bip39\/wordlists\/english\.js$/;
  expect(loaded.filter((url) => url.includes('node_modules') && !light.test(url))).toEqual([]);
});
