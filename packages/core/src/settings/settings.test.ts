import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ACCOUNT, CONTRACT, faults, REAL, refusal } from '@countersign/testkit/fixtures/settings-env';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { encodeStrKey } from '../escrow/strkey.ts';
import { parseSettings } from './settings.ts';
import { NO_TENANTS } from './tenants.ts';
import { VARIABLES } from './variables.ts';

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
const HASH = 'AB'.repeat(32);

describe('without any setting', () => {
  test('there is the embedded sandbox, with its public credentials and no secrets', () => {
    expect(parseSettings({})).toEqual({
      network: NETWORKS.sandbox,
      serviceUrl: undefined,
      accessToken: 'sandbox-access-token',
      apiKey: 'sandbox-api-key',
      requestsPerMinute: 50,
      defaultSigner: undefined,
      rpcUrls: [],
      withoutRpc: false,
      goesDirect: false,
      allowPartly: false,
      allowForeign: false,
      readOnly: false,
      maxFee: 50_000_000n,
      feeStop: 2_000,
      limits: {},
      pagePort: 3_418,
      trustedProxies: [],
      http: { oauthScopes: [], allowedOrigins: [] },
      dataDir: expect.any(String),
      settledKeptMs: 365 * 24 * 3_600_000,
      log: 'info',
      metrics: false,
      credentials: [],
      tenants: NO_TENANTS,
    });
  });

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
  test('is taken over', () => {
    const settings = parseSettings({
      ...REAL,
      ESCROW_RATE_LIMIT: '120',
      STELLAR_RPC_RATE_LIMIT: '90',
      COUNTERSIGN_DIRECT: 'true',
      ESCROW_DEFAULT_SIGNER: ACCOUNT,
      STELLAR_RPC_URL:
        'https://rpc.example/v1/1a2b3c4d5e6f7a8b9c?key=0f9e8d7c6b5a4938, https://other.example/5e6f7a8b9c1a2b3c4d',
      COUNTERSIGN_FEE_STOP: '7.5',
      COUNTERSIGN_MAX_AMOUNT: '500.50',
      COUNTERSIGN_MAX_PER_DAY: '1000',
      COUNTERSIGN_COUNTERPARTIES: `${ACCOUNT}, ${CONTRACT}`,
      COUNTERSIGN_TOKENS: `${CONTRACT}, ${ACCOUNT}`,
      COUNTERSIGN_LIMITS_UNTIL: '2026-12-31T18:00:00+01:00',
      ESCROW_PINS: JSON.stringify({ factory: CONTRACT, wasmHash: HASH }),
      COUNTERSIGN_ALLOW_PARTLY: 'true',
      COUNTERSIGN_ALLOW_FOREIGN: 'true',
      COUNTERSIGN_READ_ONLY: 'true',
      COUNTERSIGN_MAX_FEE_XLM: '0.0000001',
      COUNTERSIGN_DATA_DIR: 'some/where',
      COUNTERSIGN_LOG: 'debug',
      COUNTERSIGN_METRICS: 'true',
      COUNTERSIGN_PUBLIC_URL: 'https://sign.example.org',
      COUNTERSIGN_PAGE_PORT: '8080',
      COUNTERSIGN_RETENTION_DAYS: '90',
      COUNTERSIGN_OAUTH_ISSUER: 'https://issuer.example/realm/',
      COUNTERSIGN_OAUTH_AUDIENCE: 'api://countersign',
      COUNTERSIGN_OAUTH_SCOPES: 'escrows:read  escrows:write',
      COUNTERSIGN_HTTP_TOKEN: '0123456789abcdef'.repeat(2),
      COUNTERSIGN_ALLOWED_ORIGINS: 'https://host.example,http://localhost:6274',
      COUNTERSIGN_TRUSTED_PROXIES: '10.0.0.5, 172.16.0.0/12, fd00::/8',
    });
    expect(settings).toEqual({
      tenants: NO_TENANTS,
      network: { ...NETWORKS.testnet, factory: CONTRACT, wasmHash: HASH.toLowerCase() },
      serviceUrl: REAL.ESCROW_API_URL,
      accessToken: REAL.ESCROW_ACCESS_TOKEN,
      apiKey: REAL.ESCROW_API_KEY,
      requestsPerMinute: 120,
      defaultSigner: ACCOUNT,
      rpcUrls: [
        'https://rpc.example/v1/1a2b3c4d5e6f7a8b9c?key=0f9e8d7c6b5a4938',
        'https://other.example/5e6f7a8b9c1a2b3c4d',
      ],
      withoutRpc: false,
      goesDirect: true,
      rpcRequestsPerMinute: 90,
      allowPartly: true,
      allowForeign: true,
      readOnly: true,
      maxFee: 1n,
      feeStop: 750,
      limits: {
        maxAmount: '500.5',
        maxPerDay: '1000',
        counterparties: [ACCOUNT, CONTRACT],
        tokens: [CONTRACT, ACCOUNT],
        until: Date.UTC(2026, 11, 31, 17),
      },
      publicUrl: 'https://sign.example.org',
      pagePort: 8_080,
      trustedProxies: ['10.0.0.5', '172.16.0.0/12', 'fd00::/8'],
      http: {
        oauthIssuer: 'https://issuer.example/realm/',
        oauthAudience: 'api://countersign',
        oauthScopes: ['escrows:read', 'escrows:write'],
        httpToken: '0123456789abcdef'.repeat(2),
        allowedOrigins: ['https://host.example', 'http://localhost:6274'],
      },
      dataDir: resolve('some/where'),
      settledKeptMs: 90 * 24 * 3_600_000,
      log: 'debug',
      metrics: true,
      credentials: [
        REAL.ESCROW_ACCESS_TOKEN,
        REAL.ESCROW_API_KEY,
        '1a2b3c4d5e6f7a8b9c',
        '0f9e8d7c6b5a4938',
        '5e6f7a8b9c1a2b3c4d',
        '0123456789abcdef'.repeat(2),
      ],
    });
  });

  test('is given without the white space around it', () => {
    const padded = Object.fromEntries(Object.entries(REAL).map(([name, value]) => [name, ` ${value}\r\n`]));
    expect(parseSettings(padded)).toEqual(parseSettings(REAL));
  });

  test('is kept as it was: the networks themselves are not touched', () => {
    parseSettings({ ...REAL, ESCROW_PINS: JSON.stringify({ factory: CONTRACT }) });
    expect(NETWORKS.testnet).not.toHaveProperty('factory');
  });
});

test('a limit until a date lasts to the end of that day', () => {
  const { limits } = parseSettings({ COUNTERSIGN_LIMITS_UNTIL: '2026-12-31' });
  expect(limits).toEqual({ until: Date.UTC(2027, 0, 1) });
});

describe('a wrong setting', () => {
  test.each<[string, string]>([
    ['ESCROW_API_URL', 'http://service.example'],
    ['ESCROW_API_URL', 'https://user:hunter2@service.example'],
    ['ESCROW_API_URL', 'service.test'],
    ['ESCROW_ACCESS_TOKEN', ''],
    ['ESCROW_ACCESS_TOKEN', 'two words'],
    ['ESCROW_ACCESS_TOKEN', 'sandbox-access-token'],
    ['ESCROW_API_KEY', ''],
    ['ESCROW_API_KEY', 'schlüssel'],
    ['ESCROW_API_KEY', 'sandbox-api-key'],
    ['ESCROW_RATE_LIMIT', '-1'],
    ['ESCROW_RATE_LIMIT', '1.5'],
    ['ESCROW_RATE_LIMIT', '1e3'],
    ['ESCROW_RATE_LIMIT', 'fifty'],
    ['COUNTERSIGN_PAGE_PORT', 'http'],
    ['ESCROW_DEFAULT_SIGNER', CONTRACT],
    ['ESCROW_DEFAULT_SIGNER', ACCOUNT.toLowerCase()],
    ['ESCROW_DEFAULT_SIGNER', SEED],
    ['ESCROW_ACCESS_TOKEN', SEED],
    ['COUNTERSIGN_DATA_DIR', SEED],
    ['STELLAR_RPC_URL', 'http://rpc.example'],
    ['STELLAR_RPC_URL', 'https://user:hunter2@rpc.example'],
    ['STELLAR_RPC_URL', 'https://rpc.example/#x'],
    ['STELLAR_RPC_URL', 'https://rpc.example, http://other.example'],
    ['STELLAR_RPC_URL', 'https://rpc.example,'],
    ['STELLAR_RPC_URL', 'https://rpc.example, https://rpc.example'],
    ['COUNTERSIGN_FEE_STOP', '-1'],
    ['COUNTERSIGN_FEE_STOP', '20 %'],
    ['COUNTERSIGN_FEE_STOP', '0.001'],
    ['COUNTERSIGN_MAX_AMOUNT', '0'],
    ['COUNTERSIGN_MAX_AMOUNT', '500 USDC'],
    ['COUNTERSIGN_MAX_PER_DAY', '-1'],
    ['COUNTERSIGN_COUNTERPARTIES', `${ACCOUNT},${ACCOUNT.slice(0, -1)}A`],
    ['COUNTERSIGN_COUNTERPARTIES', `${ACCOUNT},`],
    ['COUNTERSIGN_TOKENS', 'USDC-of-Circle'],
    ['COUNTERSIGN_LIMITS_UNTIL', 'tomorrow'],
    ['COUNTERSIGN_LIMITS_UNTIL', '2026-02-31'],
    ['COUNTERSIGN_LIMITS_UNTIL', '2026-11-30T18:00'],
    ['COUNTERSIGN_LIMITS_UNTIL', '2026-12-31T25:00Z'],
    ['COUNTERSIGN_WITHOUT_RPC', 'yes'],
    ['ESCROW_FACTORY', ACCOUNT],
    ['ESCROW_FACTORY', `${CONTRACT.slice(0, -1)}B`],
    ['ESCROW_WASM_HASH', 'ab'],
    ['ESCROW_WASM_HASH', 'g'.repeat(64)],
    ['ESCROW_PINS', JSON.stringify({ factory: ACCOUNT })],
    ['ESCROW_PINS', '/nowhere/pins.json'],
    ['COUNTERSIGN_ALLOW_PARTLY', 'yes'],
    ['COUNTERSIGN_ALLOW_FOREIGN', '1'],
    ['COUNTERSIGN_READ_ONLY', 'TRUE'],
    ['COUNTERSIGN_MAX_FEE_XLM', '0'],
    ['COUNTERSIGN_MAX_FEE_XLM', '-1'],
    ['COUNTERSIGN_MAX_FEE_XLM', '5 XLM'],
    ['COUNTERSIGN_DATA_DIR', '~/escrows'],
    ['COUNTERSIGN_DATA_DIR', 'a\0b'],
    ['COUNTERSIGN_RETENTION_DAYS', '30 days'],
    ['COUNTERSIGN_LOG', 'verbose'],
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

  test.each([
    ['COUNTERSIGN_MAX_FEE_XLM', '5.0'],
    ['COUNTERSIGN_READ_ONLY', 'false'],
    ['COUNTERSIGN_FEE_STOP', '0'],
    ['COUNTERSIGN_LOG', 'silent'],
  ])('is not %s=%s', (name, value) => {
    expect(() => parseSettings({ ...REAL, [name]: value })).not.toThrow();
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

test('a program that only reads transactions may name a real network without a service', () => {
  const { network } = parseSettings({ STELLAR_NETWORK: 'public' }, { needsService: false });
  expect(network.passphrase).toBe('Public Global Stellar Network ; September 2015');
});
