/** Signing in with a standard issuer: npm's `oidc-provider` and the SDK's own client, all in this process. */
import { call } from '@countersign/testkit/mcp/host';
import { serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { startOidcIssuer } from '@countersign/testkit/mcp/oidc-issuer';
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

test('a host registers, signs a person in, calls a tool', async () => {
  let url = '';
  const issuer = await startOidcIssuer(() => url);
  ({ url } = await serveHttpHere({ COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_OAUTH_SCOPES: 'escrows' }));
  const person = createPerson();
  expect(await auth(person.provider, { serverUrl: url })).toBe('REDIRECT');
  console.log(person.asked()?.href);
  const answered = await person.browse();
  console.log(answered);
  await auth(person.provider, { serverUrl: url, authorizationCode: String(answered.get('code')) });
  console.log(await person.provider.tokens());
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: person.provider }) as Transport);
  const host = { client, stderr: () => '', noise: [] };
  expect((await call(host, 'find_escrows', {}))['escrows']).toEqual([]);
});
