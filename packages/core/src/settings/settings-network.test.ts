/** The settings of the network: the ledger that is asked, the database, and who may ask over HTTP. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT, faults, REAL, refusal } from '@countersign/testkit/fixtures/settings-env';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { type Env, parseSettings, SANDBOX_CREDENTIALS } from './settings.ts';
import { NO_TENANTS } from './tenants.ts';

const HASH = 'AB'.repeat(32);

describe('the network', () => {
  test('must be set with a service', () => {
    const { STELLAR_NETWORK: _, ...unsaid } = REAL;
    expect(faults(unsaid)).toEqual(['STELLAR_NETWORK']);
  });

  test.each(['testnet', 'public'])('%s needs a service', (network) => {
    const { ESCROW_API_URL: _, ...alone } = REAL;
    expect(faults({ ...alone, STELLAR_NETWORK: network })).toEqual(['STELLAR_NETWORK']);
  });

  test.each(['mainnet', 'Testnet', '__proto__', 'toString'])('%j is none', (network) => {
    expect(faults({ ...REAL, STELLAR_NETWORK: network })).toContain('STELLAR_NETWORK');
  });

  test('uses the public credentials of a sandbox that runs elsewhere when no others are set', () => {
    const elsewhere = { ESCROW_API_URL: 'http://127.0.0.1:4010', STELLAR_NETWORK: 'sandbox' };
    expect(parseSettings(elsewhere)).toMatchObject({
      serviceUrl: 'http://127.0.0.1:4010',
      ...SANDBOX_CREDENTIALS,
      credentials: [],
      tenants: NO_TENANTS,
    });
    const own = { ESCROW_ACCESS_TOKEN: 'another-token-given', ESCROW_API_KEY: 'another-key-that-is-given' };
    expect(parseSettings({ ...elsewhere, ...own })).toMatchObject({
      accessToken: 'another-token-given',
      apiKey: 'another-key-that-is-given',
      credentials: Object.values(own),
    });
  });

  test('keeps the constants of the sandbox', () => {
    const { factory, wasmHash } = NETWORKS.sandbox;
    const own = JSON.stringify({ factory, wasmHash: wasmHash.toUpperCase() });
    expect(parseSettings({ ESCROW_PINS: own }).network).toEqual(NETWORKS.sandbox);
    expect(faults({ ESCROW_PINS: JSON.stringify({ factory: CONTRACT, wasmHash: HASH }) })).toEqual([
      'ESCROW_PINS',
      'ESCROW_PINS',
    ]);
  });
});

describe('the ledger that is asked', () => {
  const { STELLAR_NETWORK: _, ...at } = REAL;
  const on = (network: string, env: Env = {}) => ({ ...at, STELLAR_NETWORK: network, ...env });
  const OWN = { STELLAR_RPC_URL: 'https://rpc.example' };
  const NONE = { COUNTERSIGN_WITHOUT_RPC: 'true' };

  test('on testnet is by a public RPC, unless another is named or none is wanted', () => {
    expect(parseSettings(on('testnet')).rpcUrls).toEqual(['https://soroban-testnet.stellar.org']);
    expect(parseSettings(on('testnet', OWN)).rpcUrls).toEqual(['https://rpc.example']);
    expect(parseSettings(on('testnet', NONE))).toMatchObject({ rpcUrls: [], withoutRpc: true });
  });

  test('on the public network must be named, or the service’s word be taken by name', () => {
    const { fields = [] } = refusal(on('public'));
    expect(fields).toEqual([
      { path: 'STELLAR_RPC_URL', problem: expect.stringContaining('COUNTERSIGN_WITHOUT_RPC=true') },
    ]);
    expect(parseSettings(on('public', OWN))).toMatchObject({ rpcUrls: ['https://rpc.example'], withoutRpc: false });
    expect(parseSettings(on('public', NONE))).toMatchObject({ rpcUrls: [], withoutRpc: true });
  });

  test('cannot be named and unwanted at once', () => {
    expect(faults(on('testnet', { ...OWN, ...NONE }))).toEqual(['COUNTERSIGN_WITHOUT_RPC']);
  });

  test('is not needed for what needs no service', () => {
    for (const network of ['testnet', 'public']) {
      expect(parseSettings({ STELLAR_NETWORK: network }, { needsService: false }).rpcUrls).toEqual([]);
    }
  });
});

describe('the CA of the database', () => {
  const DATABASE_URL = 'postgres://ada@db.example/escrow';
  const fileWith = (text: string) => {
    const file = join(temporaryFolder(), 'a ca.crt');
    writeFileSync(file, text);
    return file;
  };
  const ca = () => fileWith('-----BEGIN CERTIFICATE-----\n');

  test('becomes a part of its address, which then demands to be verified', () => {
    const file = ca();
    const asked = `sslrootcert=${encodeURIComponent(file)}`;
    const urlOf = (url: string) => parseSettings({ DATABASE_URL: url, DATABASE_CA_FILE: file }).databaseUrl;
    expect(urlOf(DATABASE_URL)).toBe(`${DATABASE_URL}?sslmode=verify-full&${asked}`);
    const strict = `${DATABASE_URL}?sslmode=verify-full`;
    expect(urlOf(strict)).toBe(`${strict}&${asked}`);
  });

  test.each([
    ['a file that is not there', '', () => '/nowhere/ca.crt', 'cannot be read (ENOENT)'],
    ['a folder', '', temporaryFolder, 'names something that is not a file'],
    ['a file without a certificate', '', () => fileWith('no certificate'), 'without a certificate'],
    ['a weaker mode', '?sslmode=require', ca, 'always means sslmode=verify-full'],
    ['a second CA', '?sslrootcert=/other.crt', ca, 'leave one of them out'],
  ])('is refused with %s', (_, more, file, problem) => {
    const { fields } = refusal({ DATABASE_URL: `${DATABASE_URL}${more}`, DATABASE_CA_FILE: file() });
    expect(fields).toEqual([{ path: 'DATABASE_CA_FILE', problem: expect.stringContaining(problem) }]);
  });
});

test('the address of the database has each parameter once: programs differ in which one they take', () => {
  const url = 'postgres://ada@db.example/escrow?sslmode=verify-full&application_name=a&sslmode=disable';
  expect(refusal({ DATABASE_URL: url }).fields).toEqual([
    { path: 'DATABASE_URL', problem: 'has the parameter sslmode twice; leave one of them out' },
  ]);
});

describe('who may ask over HTTP', () => {
  test.each([
    ['COUNTERSIGN_OAUTH_ISSUER', 'http://issuer.example', 'must be https'],
    ['COUNTERSIGN_OAUTH_ISSUER', 'https://issuer.example/?realm=1', 'has a query'],
    ['COUNTERSIGN_OAUTH_ISSUER', 'https://issuer.example/"x', 'holds characters that no address has'],
    ['COUNTERSIGN_OAUTH_AUDIENCE', 'two words', 'is not a valid audience'],
    ['COUNTERSIGN_HTTP_TOKEN', `${'x'.repeat(32)} y`, 'no HTTP header can carry'],
    ['COUNTERSIGN_OAUTH_SCOPES', 'read "write"', 'is not a list of scopes'],
    ['COUNTERSIGN_ALLOWED_ORIGINS', '*', 'is not a URL'],
    ['COUNTERSIGN_ALLOWED_ORIGINS', 'http://host.example', 'must be https'],
    ['COUNTERSIGN_ALLOWED_ORIGINS', 'https://host.example, https://host.example/app', 'origins alone, without a path'],
    ['COUNTERSIGN_TRUSTED_PROXIES', 'proxy.example', 'is not a list of IP addresses or networks'],
    ['COUNTERSIGN_TRUSTED_PROXIES', '10.0.0.0/33', 'is not a list of IP addresses or networks'],
    ['COUNTERSIGN_TRUSTED_PROXIES', '10.0.0.0/8/8', 'is not a list of IP addresses or networks'],
  ])('%s is not %s', (name, value, problem) => {
    const refused = refusal({ [name]: value });
    expect(refused.fields).toEqual([{ path: name, problem: expect.stringContaining(problem) }]);
    expect(refused.message).not.toContain(value);
  });

  test('an issuer on this machine may do without TLS', () => {
    expect(parseSettings({ COUNTERSIGN_OAUTH_ISSUER: 'http://127.0.0.1:8080' }).http.oauthIssuer).toBe(
      'http://127.0.0.1:8080',
    );
  });
});
