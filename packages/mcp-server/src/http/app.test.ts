/** What hosts in web pages, and proxies, find in the answers. */
import { serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { expect, test } from 'vitest';

const TOKEN = '0123456789abcdef'.repeat(4);
const ORIGIN = 'https://inspector.example';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const post = (url: string, headers: Readonly<Record<string, string>> = {}, body: object = PING) =>
  fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('names its scopes to whoever has to sign in', async () => {
  const issuer = await startIssuer();
  const { url } = await serveHttpHere({
    COUNTERSIGN_OAUTH_ISSUER: issuer.url,
    COUNTERSIGN_OAUTH_SCOPES: 'escrows:read escrows:write',
  });
  const metadata = `${new URL(url).origin}/.well-known/oauth-protected-resource/mcp`;
  expect(await (await fetch(metadata)).json()).toMatchObject({ scopes_supported: ['escrows:read', 'escrows:write'] });
  const challenge = async (headers = {}) => (await post(url, headers)).headers.get('www-authenticate');
  expect(await challenge()).toBe(`Bearer resource_metadata="${metadata}", scope="escrows:read escrows:write"`);
  expect(await challenge({ authorization: 'Bearer x' })).toMatch(/error="invalid_token".*scope="escrows:read /);
});

test('tells a host with an opaque token, an ID token or a bound one what is wrong with it', async () => {
  const issuer = await startIssuer();
  const { url } = await serveHttpHere({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
  const refusal = async (token: string) => {
    const response = await post(url, { authorization: `Bearer ${token}` });
    return [response.status, ((await response.json()) as { error_description: string }).error_description];
  };
  expect(await refusal('opaque')).toEqual([
    401,
    `This access token is not a JWT, so it cannot be checked here. Ask ${issuer.url} for one for ${url}, with the parameter resource.`,
  ]);
  const text = async (claims: Record<string, unknown>) => (await refusal(await issuer.token('ada', url, claims)))[1];
  expect(await text({ nonce: 'n' })).toContain('is not an access token');
  expect(await text({ cnf: { jkt: 'x' } })).toContain('bound to a key of your client (cnf)');
  expect(await text({ client_id: 'ada' })).toContain('names a program, not a person');
});

test('serves the same with a slash at the end of the address', async () => {
  const issuer = await startIssuer();
  const { url } = await serveHttpHere({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
  for (const audience of [url, `${url}/`]) {
    const authorization = `Bearer ${await issuer.token('ada', audience)}`;
    expect((await post(`${url}/`, { authorization })).status).toBe(200);
    expect((await post(url, { authorization })).status).toBe(200);
  }
  const metadata = `${new URL(url).origin}/.well-known/oauth-protected-resource/mcp/`;
  expect(await (await fetch(metadata)).json()).toMatchObject({ resource: url });
});

test('a page of an allowed origin may ask and read the answers, and no other page', async () => {
  const { url } = await serveHttpHere({ COUNTERSIGN_HTTP_TOKEN: TOKEN, COUNTERSIGN_ALLOWED_ORIGINS: ORIGIN });
  const preflight = (origin: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,mcp-protocol-version',
      },
    });
  const allowed = await preflight(ORIGIN);
  expect(allowed.status).toBe(204);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers': 'authorization,mcp-protocol-version',
  });
  const unsigned = await post(url, { origin: ORIGIN });
  expect([unsigned.status, unsigned.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN]);
  expect(unsigned.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  const answered = await post(url, { origin: ORIGIN, authorization: `Bearer ${TOKEN}` });
  expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, ORIGIN]);
  for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`]) {
    const refused = await preflight(origin);
    expect([refused.status, refused.headers.get('access-control-allow-origin')], origin).toEqual([403, null]);
  }
  // A program sends no origin, and is told as before that only POST is answered.
  expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(405);
});

test('an event stream asks proxies to pass it on at once', async () => {
  const { url } = await serveHttpHere({ COUNTERSIGN_HTTP_TOKEN: TOKEN });
  const response = await post(url, { authorization: `Bearer ${TOKEN}` });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
});
