import { homedir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT, CONTRACT, faults, REAL, refusal } from '@countersign/testkit/fixtures/settings-env';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { encodeStrKey } from '../escrow/strkey.ts';
import { FOUND_UNCONFIRMED, TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { type Env, parseSettings } from './settings.ts';
import { EARLIER_PINS, VARIABLES } from './variables.ts';

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

  test('is reported with all the others at once', () => {
    const { STELLAR_NETWORK: network } = REAL;
    const env = { ESCROW_API_URL: 'nowhere', STELLAR_NETWORK: network, ESCROW_RATE_LIMIT: 'x', COUNTERSIGN_LOG: 'x' };
    expect(faults(env).sort()).toEqual([
      'COUNTERSIGN_LOG',
      'ESCROW_ACCESS_TOKEN',
      'ESCROW_API_KEY',
      'ESCROW_API_URL',
      'ESCROW_RATE_LIMIT',
    ]);
    expect(refusal(env).message.match(/\.(?: |$)/g)).toHaveLength(5);
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

describe('the pins of a network', () => {
  const LIVE = {
    ...{ ESCROW_SERVICE: 'trustless-work', ESCROW_API_KEY: 'id-of-a-key.secret-of-a-key' },
    ...{ STELLAR_NETWORK: 'public', STELLAR_RPC_URL: 'https://rpc.example' },
  };
  const pinsOf = (env: Env) => {
    const { factory, wasmHash, single, feeAddress } = parseSettings({ ...LIVE, ...env }).network;
    return { factory, wasmHash, single, feeAddress };
  };

  test('are those that were found on the ledger only where they were found, and only when asked to', () => {
    const { feeAddress } = TRUSTLESS_WORK.public;
    const found = { ...FOUND_UNCONFIRMED, single: undefined, feeAddress };
    expect(pinsOf({ ESCROW_PINS: 'found' })).toEqual(found);
    expect(pinsOf({})).toEqual({ ...found, factory: undefined, wasmHash: undefined });
    const v1 = { ESCROW_SERVICE: '', ESCROW_API_URL: 'https://service.example', ESCROW_API_DIALECT: 'v1' };
    for (const env of [{ STELLAR_NETWORK: 'testnet' }, v1]) {
      const { message } = refusal({ ...LIVE, ...env, ESCROW_PINS: 'found' });
      expect(message).toContain('only for ESCROW_SERVICE=trustless-work or direct on public');
    }
  });

  test('are still read from the variables of earlier releases, which may not contradict ESCROW_PINS', () => {
    const [other, hash] = ['CCUUDM434BMZMYWYDITHFXHDMIVTGGD6T2I5UKNX5BSLXLW7HVR4MCGZ', 'ab'.repeat(32)];
    const whole = {
      factory: CONTRACT,
      wasmHash: hash,
      single: { factory: other, wasmHash: hash },
      feeAddress: ACCOUNT,
    };
    const values = [CONTRACT, hash.toUpperCase(), other, hash, ACCOUNT];
    const earlier = Object.fromEntries(Object.values(EARLIER_PINS).map((name, at) => [name, values[at]]));
    const json = { ESCROW_PINS: JSON.stringify(whole) };
    expect(pinsOf(earlier)).toEqual(whole);
    expect(pinsOf({ ...earlier, ...json })).toEqual(whole);
    expect(pinsOf({ ...earlier, ESCROW_FACTORY: '', ESCROW_PINS: JSON.stringify({ factory: CONTRACT }) })).toEqual(
      whole,
    );
    expect(refusal({ ...LIVE, ...json, ESCROW_FACTORY: other }).message).toBe(
      'ESCROW_PINS has another factory than ESCROW_FACTORY, which it replaces; unset ESCROW_FACTORY.',
    );
  });
});
