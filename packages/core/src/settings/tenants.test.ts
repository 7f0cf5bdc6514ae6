import { expect, test } from 'vitest';
import { credentialsIn } from './credentials.ts';
import { readTenants, tenantOfSubject } from './tenants.ts';

const SERVER = '112233445566778899';
const ISSUER = 'https://login.example';
const own = (name: string) => ({ accessToken: `token-of-${name}-12345`, apiKey: `key-of-${name}-1234567` });
const ROWS = {
  discord: { [SERVER]: { ...own('server'), requestsPerMinute: 20 } },
  issuers: { [ISSUER]: { '*': own('all'), ada: own('ada') } },
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

test('the sandbox’s public credentials are not secrets here either', () => {
  const text = JSON.stringify({
    discord: { [SERVER]: { accessToken: 'sandbox-access-token', apiKey: 'sandbox-api-key' } },
  });
  expect(credentialsIn({ ESCROW_TENANTS: text })).toEqual([]);
});
