import { ACCOUNT, CONTRACT } from '@countersign/testkit/fixtures/settings-env';
import { describe, expect, test } from 'vitest';
import { toCountersignError } from '../errors/errors.ts';
import { directNetwork, NETWORKS, networkWith } from '../escrow/network.ts';
import { TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { spokenFields } from '../words/problems.ts';
import { type Env, parseSettings } from './settings.ts';

const KEY = { ESCROW_API_KEY: 'id-of-a-key.secret-of-a-key' };
const PRESET = { ESCROW_SERVICE: 'trustless-work', ...KEY };
const HASH = 'ab'.repeat(32);
const pins = (value: unknown): string => JSON.stringify(value);

function problemsOf(env: Env): readonly (readonly [string, string])[] {
  try {
    parseSettings(env);
  } catch (error) {
    return spokenFields(toCountersignError(error), 'en').map(({ path, problem }) => [path, problem] as const);
  }
  return [];
}

describe('the preset of the live service', () => {
  test('needs three variables on testnet', () => {
    const { serviceUrl, ...known } = TRUSTLESS_WORK.testnet;
    expect(parseSettings({ ...PRESET, STELLAR_NETWORK: 'testnet' })).toMatchObject({
      network: { ...NETWORKS.testnet, ...known, dialect: 'v1' },
      serviceUrl,
      accessToken: undefined,
      apiKey: KEY.ESCROW_API_KEY,
      rpcUrls: ['https://soroban-testnet.stellar.org'],
      credentials: [KEY.ESCROW_API_KEY],
    });
  });

  test('on public needs an RPC too, and pins nothing but the fee address', () => {
    const env = { ...PRESET, STELLAR_NETWORK: 'public' };
    expect(problemsOf(env)).toEqual([['STELLAR_RPC_URL', expect.stringContaining('is missing')]]);
    const { network } = parseSettings({ ...env, STELLAR_RPC_URL: 'https://rpc.example' });
    const { feeAddress } = TRUSTLESS_WORK.public;
    expect(network).toEqual({ ...networkWith('public', 'v1'), feeAddress });
  });

  test('gives way to each separate setting', () => {
    const { network, serviceUrl } = parseSettings({
      ...PRESET,
      STELLAR_NETWORK: 'testnet',
      ESCROW_API_URL: 'http://127.0.0.1:4010',
      ESCROW_PINS: pins({ factory: CONTRACT, single: { wasmHash: HASH.toUpperCase() }, feeAddress: ACCOUNT }),
    });
    const { wasmHash, single } = TRUSTLESS_WORK.testnet;
    expect(serviceUrl).toBe('http://127.0.0.1:4010');
    expect(network).toMatchObject({
      factory: CONTRACT,
      wasmHash,
      single: { factory: single.factory, wasmHash: HASH },
      feeAddress: ACCOUNT,
    });
  });

  test('knows no other service, needs a network of its own and a key', () => {
    for (const ESCROW_SERVICE of ['escrow.example', 'trustlesswork', 'none']) {
      expect(problemsOf({ ESCROW_SERVICE })).toEqual([
        ['ESCROW_SERVICE', expect.stringContaining('must be trustless-work')],
      ]);
      expect(problemsOf({ ...PRESET, ESCROW_SERVICE, STELLAR_NETWORK: 'testnet' })).toHaveLength(1);
    }
    expect(problemsOf({ ...PRESET, STELLAR_NETWORK: 'mainnet' })).toEqual([
      ['STELLAR_NETWORK', expect.stringContaining('must be one of')],
    ]);
    for (const STELLAR_NETWORK of [undefined, 'sandbox']) {
      expect(problemsOf({ ...PRESET, STELLAR_NETWORK })).toContainEqual([
        'ESCROW_SERVICE',
        'is trustless-work, which runs on testnet and public; set STELLAR_NETWORK to one of them',
      ]);
    }
    const keyless = { ESCROW_SERVICE: 'trustless-work', STELLAR_NETWORK: 'testnet' };
    expect(problemsOf(keyless)).toEqual([['ESCROW_API_KEY', 'is missing; a real service needs it']]);
  });
});

describe('without a service', () => {
  const DIRECT = { ESCROW_SERVICE: 'direct', STELLAR_NETWORK: 'testnet' };

  test('testnet needs two variables', () => {
    const { serviceUrl: _, ...known } = TRUSTLESS_WORK.testnet;
    expect(parseSettings(DIRECT)).toMatchObject({
      network: { ...directNetwork('testnet'), ...known },
      serviceUrl: undefined,
      rpcUrls: ['https://soroban-testnet.stellar.org'],
      rpcRequestsPerMinute: 600,
    });
  });

  test('the sandbox needs one, and the public network an RPC and its pins', () => {
    expect(parseSettings({ ESCROW_SERVICE: 'direct' }).network).toEqual(directNetwork('sandbox'));
    const env = { ...DIRECT, STELLAR_NETWORK: 'public' };
    expect(problemsOf(env)).toEqual([['STELLAR_RPC_URL', 'is missing; name a Stellar RPC of the public network']]);
    const pinned = { ...env, STELLAR_RPC_URL: 'https://rpc.example', ESCROW_FACTORY_SINGLE: CONTRACT };
    expect(parseSettings(pinned).network).toMatchObject({ isDirect: true, single: { factory: CONTRACT } });
  });

  test('takes neither a service nor an installation without a ledger', () => {
    expect(problemsOf({ ...DIRECT, ESCROW_API_URL: 'https://service.example' })).toEqual([
      ['ESCROW_API_URL', expect.stringContaining('ESCROW_SERVICE is direct')],
    ]);
    expect(problemsOf({ ...DIRECT, COUNTERSIGN_WITHOUT_RPC: 'true' })).toEqual([
      ['COUNTERSIGN_WITHOUT_RPC', expect.stringContaining('ESCROW_SERVICE=direct')],
    ]);
  });

  test('goes on where a service stumbles only if that is chosen, and a ledger can be asked', () => {
    expect(parseSettings(DIRECT).goesDirect).toBe(false);
    const env = { ...PRESET, STELLAR_NETWORK: 'testnet', COUNTERSIGN_DIRECT: 'true' };
    expect(parseSettings(env).goesDirect).toBe(true);
    expect(problemsOf({ ...env, COUNTERSIGN_WITHOUT_RPC: 'true' })).toEqual([
      ['COUNTERSIGN_DIRECT', expect.stringContaining('COUNTERSIGN_WITHOUT_RPC')],
    ]);
  });

  test('counts requests to the RPC as the setting requires', () => {
    expect(parseSettings({}).rpcRequestsPerMinute).toBeUndefined();
    expect(parseSettings({ ...DIRECT, STELLAR_RPC_RATE_LIMIT: '90' }).rpcRequestsPerMinute).toBe(90);
    expect(problemsOf({ ...DIRECT, STELLAR_RPC_RATE_LIMIT: 'many' })).toEqual([
      ['STELLAR_RPC_RATE_LIMIT', 'is not a whole number from 1 to 100000'],
    ]);
  });
});

describe('the dialect', () => {
  test('may be v1 in the sandbox, whose escrows have factories of their own', () => {
    expect(parseSettings({ ESCROW_API_DIALECT: 'v1' }).network).toEqual(networkWith('sandbox', 'v1'));
    expect(parseSettings({ ESCROW_API_DIALECT: 'seed' }).network).toEqual(NETWORKS.sandbox);
  });

  test('is the seed’s when the service is named by its address and no other is set', () => {
    const named = { ESCROW_API_URL: 'https://service.example', STELLAR_NETWORK: 'testnet', ...KEY };
    expect(problemsOf(named)).toEqual([['ESCROW_ACCESS_TOKEN', 'is missing; a real service needs it']]);
    expect(parseSettings({ ...named, ESCROW_API_DIALECT: 'v1' }).network).toEqual(networkWith('testnet', 'v1'));
  });

  test('decides which pins there are', () => {
    const named = { ESCROW_API_URL: 'https://service.example', STELLAR_NETWORK: 'testnet', ...KEY };
    const SEED = { ...named, ESCROW_ACCESS_TOKEN: 'token-of-sixteen-or-more' };
    const OF_V1 = [{ single: { factory: CONTRACT } }, { single: { wasmHash: HASH } }, { feeAddress: ACCOUNT }];
    for (const value of OF_V1) {
      for (const ESCROW_API_DIALECT of ['seed', 'v1']) {
        expect(problemsOf({ ESCROW_PINS: pins(value), ESCROW_API_DIALECT })).toEqual([
          ['ESCROW_PINS', expect.stringContaining('differs from the sandbox’s constant')],
        ]);
      }
      expect(problemsOf({ ...SEED, ESCROW_PINS: pins(value) })).toEqual([
        ['ESCROW_PINS', expect.stringContaining('set ESCROW_API_DIALECT=v1, or remove it')],
      ]);
      expect(problemsOf({ ...named, ESCROW_API_DIALECT: 'v1', ESCROW_PINS: pins(value) })).toEqual([]);
    }
    const { factory, single, feeAddress } = networkWith('sandbox', 'v1');
    const own = { ESCROW_API_DIALECT: 'v1', ESCROW_PINS: pins({ factory, single, feeAddress }) };
    expect(parseSettings(own).network).toEqual(networkWith('sandbox', 'v1'));
  });
});
