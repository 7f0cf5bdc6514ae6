import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';
import { checkIssuer } from './doctor.ts';

const ASKED = { oauthAudience: undefined, oauthScopes: [], httpToken: undefined, allowedOrigins: [] };
const look = (oauthIssuer: string | undefined, oauthScopes: readonly string[] = []) =>
  checkIssuer({ http: { ...ASKED, oauthIssuer, oauthScopes } });

const PKCE = { code_challenge_methods_supported: ['S256'] };
const COMPLETE = { ...PKCE, registration_endpoint: 'https://issuer.example/register' };

test('finds nothing where people do not sign in', async () => {
  expect(await look(undefined)).toEqual([]);
});

test('finds an issuer sound that has all that hosts need', async () => {
  const { url } = await startIssuer({ metadata: { ...COMPLETE, scopes_supported: ['openid', 'escrows'] } });
  expect(await look(url, ['escrows'])).toEqual([
    { subject: 'COUNTERSIGN_OAUTH_ISSUER', state: 'ok', message: 'answers, publishes 1 key, and lets hosts register' },
    { subject: 'COUNTERSIGN_OAUTH_SCOPES', state: 'ok', message: 'escrows' },
  ]);
  expect(await look(url, ['escrows', 'payments'])).toContainEqual({
    subject: 'COUNTERSIGN_OAUTH_SCOPES',
    state: 'note',
    message: 'payments: not among the scopes that the issuer lists in its metadata.',
  });
});

test('says that a token allows only what its scopes say where hosts ask for ours', async () => {
  const { url } = await startIssuer({ metadata: COMPLETE });
  expect(await look(url, ['escrow:read', 'offline_access'])).toContainEqual({
    subject: 'COUNTERSIGN_OAUTH_SCOPES',
    state: 'ok',
    message: 'escrow:read offline_access; a token allows only what its scopes say',
  });
});

test('says what hosts would miss', async () => {
  const [bare, closed] = [await startIssuer(), await startIssuer({ metadata: PKCE })];
  expect(await look(bare.url)).toMatchObject([{ state: 'wrong', message: expect.stringContaining('no PKCE') }]);
  expect(await look(closed.url)).toMatchObject([
    { state: 'note', message: expect.stringContaining('no host register') },
  ]);
});

test('says why an issuer cannot be used', async () => {
  const [away, named] = [await startIssuer(), await startIssuer({ name: 'https://issuer.example' })];
  away.answer(false);
  const message = async (url: string) => (await look(url)).map((finding) => `${finding.state}: ${finding.message}`);
  expect(await message(away.url)).toEqual([
    'wrong: does not answer as an issuer does (the issuer answers 503), so nobody can sign in.',
  ]);
  expect(await message(`http://127.0.0.1:${await freePort()}`)).toEqual([
    'wrong: does not answer as an issuer does (ECONNREFUSED), so nobody can sign in.',
  ]);
  expect(await message(named.url)).toEqual([expect.stringContaining('is not what the issuer publishes')]);
});
