/** Signing in with a standard issuer: npm's `oidc-provider` and the SDK's own client, all in this process. */
import { call } from '@countersign/testkit/mcp/host';
import { serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { ping } from '@countersign/testkit/mcp/http-request';
import { SCOPE, startOidcIssuer } from '@countersign/testkit/mcp/oidc-issuer';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished, test } from 'vitest';

const CALLBACK = 'http://127.0.0.1:7777/callback';

/** A host's memory, and the browser of its person. */
function createPerson() {
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let asked: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: {
      client_name: 'test-host',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => information,
    saveClientInformation: (saved) => {
      information = saved;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (url) => {
      asked = url;
    },
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
  };
  return {
    provider,
    asked: () => asked,
    /** Follows the redirects with cookies, up to the host's own address. */
    browse: async () => {
      const cookies = new Map<string, string>();
      let at = asked as URL;
      while (!at.href.startsWith(CALLBACK)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const reply = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const set of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const location = reply.headers.get('location');
        if (location === null) throw new Error(`${reply.status} ${await reply.text()}`);
        at = new URL(location, at);
      }
      return at.searchParams;
    },
  };
}

async function start(scopes = SCOPE) {
  const issuer = await startOidcIssuer();
  const { url } = await serveHttpHere({ COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_OAUTH_SCOPES: scopes });
  return { issuer, url };
}

/** A host whose person has signed in. */
async function signIn(url: string, person = createPerson()) {
  const { provider } = person;
  expect(await auth(provider, { serverUrl: url })).toBe('REDIRECT');
  const answered = await person.browse();
  expect(await auth(provider, { serverUrl: url, authorizationCode: String(answered.get('code')) })).toBe('AUTHORIZED');
  return person;
}

async function connect(url: string, authProvider: OAuthClientProvider) {
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }) as Transport);
  return { client, stderr: () => '', noise: [] };
}

/** What the server answers to a token. */
async function answerTo(url: string, token: string) {
  const response = await ping(url, token);
  return `${response.status} ${await response.text()}`;
}

test('a host registers, signs its person in with PKCE for this server, and calls a tool', async () => {
  const { url } = await start();
  const person = await signIn(url);
  expect(Object.fromEntries(person.asked()?.searchParams ?? [])).toMatchObject({
    resource: url,
    scope: SCOPE,
    code_challenge_method: 'S256',
  });
  const host = await connect(url, person.provider);
  expect((await call(host, 'find_escrows', {}))['escrows']).toEqual([]);
});

test('a host renews a token that has ended, and keeps working through a change of keys and an outage', async () => {
  const { issuer, url } = await start();
  const { provider } = await signIn(url);
  const first = await provider.tokens();
  await provider.saveTokens({ ...(first as OAuthTokens), access_token: 'ended' });
  const host = await connect(url, provider);
  const renewed = (await provider.tokens())?.access_token ?? '';
  expect(renewed).not.toBe(first?.access_token);
  expect((await call(host, 'find_escrows', {}))['escrows']).toEqual([]);
  await issuer.rotate();
  const other = await signIn(url);
  const ofNewKey = (await other.provider.tokens())?.access_token ?? '';
  await expect.poll(() => answerTo(url, ofNewKey)).toContain('200 ');
  expect(await answerTo(url, renewed)).toContain('was not signed by');
  issuer.close();
  expect(await answerTo(url, ofNewKey)).toContain('200 ');
});

test('a host that may only read asks its person for more when a tool needs it, and can then use the tool', async () => {
  const { url } = await start('escrow:read offline_access');
  const person = await signIn(url);
  expect(person.asked()?.searchParams.get('scope')).toBe('escrow:read offline_access');
  // With a refresh token the SDK's client would renew the token, which adds no scope, and give up.
  const { refresh_token: _, ...tokens } = (await person.provider.tokens()) as OAuthTokens;
  await person.provider.saveTokens(tokens);
  // This issuer gives a client only the scopes with which it registered.
  await person.provider.saveClientInformation?.(undefined as never);
  const reader = await connect(url, person.provider);
  expect((await call(reader, 'find_escrows', {}))['escrows']).toEqual([]);
  await expect(reader.client.callTool({ name: 'deploy_escrow', arguments: REQUEST })).rejects.toThrow();
  expect(person.asked()?.searchParams.get('scope')).toBe('offline_access escrow:read escrow:prepare');
  const answered = await person.browse();
  await auth(person.provider, { serverUrl: url, authorizationCode: String(answered.get('code')) });
  const host = await connect(url, person.provider);
  expect(await call(host, 'deploy_escrow', REQUEST)).toMatchObject({ status: 'prepared' });
});

test('a token for another server is refused, and so is an ID token', async () => {
  const { url } = await start();
  const person = createPerson();
  const { provider } = person;
  provider.validateResourceURL = async () => new URL('https://other.example/mcp');
  provider.clientMetadata.scope = `openid ${SCOPE}`;
  await auth(provider, { serverUrl: url, scope: `openid ${SCOPE}` });
  const answered = await person.browse();
  await auth(provider, { serverUrl: url, authorizationCode: String(answered.get('code')) });
  const { access_token: forAnother, id_token: identity = '' } = (await provider.tokens()) as OAuthTokens;
  expect(await answerTo(url, forAnother)).toMatch(/^401 .*made out for another service/);
  expect(await answerTo(url, identity)).toMatch(/^401 .*made out for another service/);
  const { url: forClients } = await serveHttpHere({
    COUNTERSIGN_OAUTH_ISSUER: new URL(String(person.asked())).origin,
    COUNTERSIGN_OAUTH_AUDIENCE: String((await provider.clientInformation())?.client_id),
  });
  expect(await answerTo(forClients, identity)).toMatch(/^401 .*is not an access token/);
});
