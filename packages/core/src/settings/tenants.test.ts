import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { refusal } from '@countersign/testkit/fixtures/settings-env';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
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

test('names no credential where a key stands in the place of a person, or a name is there twice', () => {
  for (const text of [
    `{"issuers": {"${ISSUER}": {"secret-of-a-tenant": {}}}}`,
    `{"issuers": {"${ISSUER}": {"secret-of-a-tenant": {}, "secret-of-a-tenant": {}}}}`,
    `{"discord": {"${SERVER}": {"apiKey": "secret of a tenant"}}}`,
  ]) {
    const { fields, message } = refusal({ ...REAL, ESCROW_TENANTS: text });
    expect(fields).toEqual([expect.objectContaining({ path: 'ESCROW_TENANTS' })]);
    expect(message).not.toMatch(/secret.of.a.tenant/);
  }
});

test('the sandbox’s public credentials are not secrets here either', () => {
  const text = JSON.stringify({
    discord: { [SERVER]: { accessToken: 'sandbox-access-token', apiKey: 'sandbox-api-key' } },
  });
  expect(credentialsIn({ ESCROW_TENANTS: text })).toEqual([]);
});
