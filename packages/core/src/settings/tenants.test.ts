import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { toCountersignError } from '../errors/errors.ts';
import { credentialsIn } from './credentials.ts';
import { parseSettings } from './settings.ts';
import { readTenants, tenantOfSubject } from './tenants.ts';

const SERVER = '112233445566778899';
const ISSUER = 'https://login.example';
const own = (name: string) => ({ accessToken: `token-of-${name}-12345`, apiKey: `key-of-${name}-1234567` });
const ROWS = {
  discord: { [SERVER]: { ...own('server'), requestsPerMinute: 20 } },
  issuers: { [ISSUER]: { '*': own('all'), ada: own('ada') } },
};
const REAL = {
  ESCROW_API_URL: 'https://escrow.example',
  STELLAR_NETWORK: 'testnet',
  COUNTERSIGN_WITHOUT_RPC: 'true',
  ESCROW_ACCESS_TOKEN: 'token-of-everybody-1',
  ESCROW_API_KEY: 'key-of-everybody-1',
};

test('servers and people get their own credential, other people of an issuer the issuer’s, and everybody else none', () => {
  const { tenants, problem } = readTenants(JSON.stringify(ROWS), {});
  expect(problem).toBeUndefined();
  const keys = [SERVER, tenantOfSubject(ISSUER, 'ada'), tenantOfSubject(ISSUER, 'ben')].map(
    (tenant) => tenants.credentialOf(tenant)?.apiKey,
  );
  expect(keys).toEqual([own('server').apiKey, own('ada').apiKey, own('all').apiKey]);
  expect(tenants.credentialOf(SERVER)?.requestsPerMinute).toBe(20);
  for (const tenant of ['local', '99', ISSUER, tenantOfSubject('https://other.example', 'ada'), '[1]', '"*"']) {
    expect(tenants.credentialOf(tenant)).toBeUndefined();
  }
});

test('can be read from a file, and every credential in it is redacted', () => {
  const file = path.join(temporaryFolder(), 'tenants.json');
  writeFileSync(file, JSON.stringify(ROWS));
  const env = { ...REAL, ESCROW_TENANTS_FILE: file };
  expect(parseSettings(env).tenants.all).toHaveLength(3);
  expect(credentialsIn(env)).toEqual(
    expect.arrayContaining(['server', 'all', 'ada'].flatMap((name) => Object.values(own(name)))),
  );
});

test.each<[string, unknown, string]>([
  ['no JSON', '{', 'must be JSON like {"discord"'],
  ['a list', [], 'must be JSON like'],
  ['another part', { ...ROWS, slack: {} }, 'it has other parts'],
  ['a name for a server', { discord: { 'our server': own('x') } }, 'something other than its id'],
  [
    'no address for an issuer',
    { issuers: { login: { '*': own('x') } } },
    'names an issuer by something other than its address',
  ],
  ['a key alone', { discord: { [SERVER]: 'secret-of-a-tenant' } }, 'has a row with other fields'],
  [
    'another field',
    { discord: { [SERVER]: { ...own('x'), token: 'secret-of-a-tenant' } } },
    'other fields than accessToken',
  ],
  ['no access token', { discord: { [SERVER]: { apiKey: 'secret-of-a-tenant' } } }, 'lacks an accessToken'],
  ['white space', { discord: { [SERVER]: { ...own('x'), apiKey: 'secret of a tenant' } } }, 'no HTTP header can carry'],
  ['an empty object for a credential', { discord: { [SERVER]: { ...own('x'), apiKey: {} } } }, 'is empty'],
  [
    'a credential in the place of a person',
    { issuers: { [ISSUER]: { 'secret-of-a-tenant': {} } } },
    'lacks an accessToken, which the service needs (row 1 of issuer 1)',
  ],
  [
    'two rates for one credential',
    { discord: { [SERVER]: { ...own('x'), requestsPerMinute: 5 }, '998877665544332211': own('x') } },
    'gives one credential two different requestsPerMinute',
  ],
  [
    'no rate',
    { discord: { [SERVER]: { ...own('x'), requestsPerMinute: 0 } } },
    'requestsPerMinute that is not a whole number',
  ],
  [
    'a server twice',
    `{"discord": {"${SERVER}": ${JSON.stringify(own('x'))}, "${SERVER}": ${JSON.stringify(own('y'))}}}`,
    `has ${SERVER} twice in one place`,
  ],
  ['a key twice', `{"discord": {"${SERVER}": {"apiKey": "token-of-a", "apiKey": "key-of-b"}}}`, 'has apiKey twice'],
  [
    'a person twice',
    `{"issuers": {"${ISSUER}": {"secret-of-a-tenant": {}, "secret-of-a-tenant": {}}}}`,
    'has a name twice in one place',
  ],
])('names the problem without repeating a credential: %s', (_, entries, problem) => {
  const text = typeof entries === 'string' ? entries : JSON.stringify(entries);
  const refusal = () => parseSettings({ ...REAL, ESCROW_TENANTS: text });
  expect(refusal).toThrow(problem);
  try {
    refusal();
  } catch (thrown) {
    const error = toCountersignError(thrown);
    expect(error.fields?.[0]?.path).toBe('ESCROW_TENANTS');
    expect(JSON.stringify(error.toView())).not.toMatch(/secret.of.a.tenant|token-of|key-of/);
  }
});

test('every problem is reported with its row', () => {
  const rows = { discord: { [SERVER]: { apiKey: 'a' } }, issuers: { [ISSUER]: { ada: {} } } };
  const { problem } = readTenants(JSON.stringify(rows), {});
  expect(problem).toBe(
    `lacks an accessToken, which the service needs (Discord server ${SERVER}), and lacks an accessToken, which the service needs (row 1 of issuer 1)`,
  );
});

test('a service of v1 needs the API key alone', () => {
  const { problem } = readTenants(JSON.stringify({ discord: { [SERVER]: { apiKey: 'key-of-a-server-1' } } }), {
    needsOnlyApiKey: true,
  });
  expect(problem).toBeUndefined();
});

test('the embedded service accepts no tenants', () => {
  expect(() => parseSettings({ ESCROW_TENANTS: JSON.stringify(ROWS) })).toThrow('ESCROW_TENANTS is for a real service');
});

test('the sandbox’s public credentials are not secrets here either', () => {
  const text = JSON.stringify({
    discord: { [SERVER]: { accessToken: 'sandbox-access-token', apiKey: 'sandbox-api-key' } },
  });
  expect(credentialsIn({ ESCROW_TENANTS: text })).toEqual([]);
});
