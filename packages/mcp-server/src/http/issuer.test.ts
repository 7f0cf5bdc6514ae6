/** Which tokens of an issuer are accepted, and how its keys are followed. */
import { type LocalIssuer, startIssuer } from '@countersign/testkit/mcp/issuer';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createIssuer } from './authenticate.ts';

const AUDIENCE = 'https://escrow.example.org/mcp';
const SECOND = 1_000;

afterEach(() => void vi.useRealTimers());

type Claims = Parameters<LocalIssuer['token']>[2];

/** Who it is, or why it is refused. */
const outcome = (issuer: ReturnType<typeof createIssuer>, token: string, audience = AUDIENCE): Promise<string> =>
  issuer.read(token, [audience]).then(
    ({ subject }) => subject,
    (thrown: Error) => thrown.message,
  );

describe('a token', () => {
  test.each<[string, Claims, string]>([
    ['of RFC 9068', { header: { typ: 'at+jwt' }, client_id: 'host', scope: 'escrows' }, 'ada'],
    ['of RFC 9068 with its media type', { header: { typ: 'application/at+jwt' } }, 'ada'],
    ['of RFC 9068 from a sign-in with a nonce', { header: { typ: 'at+jwt' }, nonce: 'n-1' }, 'ada'],
    ['as Keycloak makes it', { header: { typ: 'JWT' }, typ: 'Bearer', azp: 'host', nonce: 'n-1' }, 'ada'],
    ['as Okta makes it', { cid: 'host', scp: ['escrows'], ver: 1 }, 'ada'],
    ['as Cognito makes it', { token_use: 'access', client_id: 'host' }, 'ada'],
    ['as Authentik makes it', { header: { typ: 'JWT' }, azp: AUDIENCE, scope: 'openid', nonce: 'n-1' }, 'ada'],
    ['without any mark, for an address', { header: { typ: 'JWT' } }, 'ada'],
    ['for this server and another', { aud: [AUDIENCE, 'https://issuer.example/userinfo'], azp: 'host' }, 'ada'],
    ['for another server', { aud: 'https://other.example/mcp' }, 'audience'],
    ['for another port of this host', { aud: 'https://escrow.example.org:1/mcp' }, 'audience'],
    ['of another type', { header: { typ: 'logout+jwt' } }, 'kind'],
    ['that proves something else', { header: { typ: 'dpop+jwt' } }, 'kind'],
    ['that is an ID token with a nonce', { header: { typ: 'JWT' }, nonce: 'n-1' }, 'kind'],
    ['that is an ID token with the hash of an access token', { at_hash: 'x' }, 'kind'],
    ['that is an ID token of Keycloak', { header: { typ: 'JWT' }, typ: 'ID', azp: 'host' }, 'kind'],
    ['that is an ID token of Cognito', { token_use: 'id' }, 'kind'],
    ['for the client itself, as ID tokens are', { azp: AUDIENCE }, 'kind'],
    ['bound to a key by DPoP', { header: { typ: 'at+jwt' }, cnf: { jkt: 'x' } }, 'bound'],
    ['bound to a certificate', { cnf: { 'x5t#S256': 'x' } }, 'bound'],
    ['of a client that signed in itself', { header: { typ: 'at+jwt' }, sub: 'host', client_id: 'host' }, 'client'],
    ['of a client at Auth0', { sub: 'host@clients', azp: 'host' }, 'client'],
    ['of a client at Okta', { sub: 'host', cid: 'host' }, 'client'],
  ])('%s', async (_, claims, expected) => {
    const issuer = await startIssuer();
    expect(await outcome(createIssuer(issuer.url), await issuer.token('ada', AUDIENCE, claims))).toBe(expected);
  });

  test('without any mark is refused where the audience may be a client', async () => {
    const issuer = await startIssuer();
    const verifier = createIssuer(issuer.url);
    expect(await outcome(verifier, await issuer.token('ada', 'client-1'), 'client-1')).toBe('kind');
    const marked = await issuer.token('ada', 'client-1', { azp: 'host' });
    expect(await outcome(verifier, marked, 'client-1')).toBe('ada');
  });

  test.each(['opaque-token-of-a-stranger', 'a.b.c', 'e30'])(
    'is reported as opaque when it is not a JWT (%s)',
    async (token) => {
      const issuer = await startIssuer();
      expect(await outcome(createIssuer(issuer.url), token)).toBe('opaque');
    },
  );
});

describe('the issuer’s keys', () => {
  async function start() {
    const issuer = await startIssuer();
    const verifier = createIssuer(issuer.url);
    const token = await issuer.token('ada', AUDIENCE);
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await outcome(verifier, token)).toBe('ada');
    return { issuer, verifier, token, wait: (ms: number) => void vi.setSystemTime(Date.now() + ms) };
  }

  test('a token of a new key is accepted within a second, and one of a withdrawn key refused', async () => {
    const { issuer, verifier, token, wait } = await start();
    await issuer.rotate();
    wait(SECOND);
    expect(await outcome(verifier, await issuer.token('ada', AUDIENCE))).toBe('ada');
    expect(await outcome(verifier, token)).toBe('invalid');
  });

  test('a withdrawn key is refused within 10 s even if no token of another one arrives', async () => {
    const { issuer, verifier, token, wait } = await start();
    await issuer.rotate();
    wait(10 * SECOND);
    expect(await outcome(verifier, token)).toBe('invalid');
  });

  test('are asked for once, however many tokens with unknown keys arrive in a second', async () => {
    const { issuer, verifier } = await start();
    const made = await issuer.token('eve', AUDIENCE, { header: { kid: 'made-up' } });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(verifier, made)));
    expect([new Set(outcomes), issuer.asked()]).toEqual([new Set(['invalid']), 1]);
  });

  test('are used for 10 minutes while the issuer is away, and read again once it is back', async () => {
    const { issuer, verifier, token, wait } = await start();
    issuer.answer(false);
    wait(9 * 60 * SECOND);
    expect(await outcome(verifier, token)).toBe('ada');
    wait(2 * 60 * SECOND);
    expect(await outcome(verifier, token)).toBe('unreachable');
    await issuer.rotate();
    issuer.answer(true);
    wait(5 * SECOND);
    expect(await outcome(verifier, await issuer.token('ada', AUDIENCE))).toBe('ada');
    expect(await outcome(verifier, token)).toBe('invalid');
  });
});
