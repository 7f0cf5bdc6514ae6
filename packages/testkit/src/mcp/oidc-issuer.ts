/** A standard issuer (`oidc-provider`) on loopback. Everybody is signed in at once, and agrees to everything. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';
import { onTestFinished, vi } from 'vitest';

/** A scope of every resource. It issues no access token without one. */
export const SCOPE = 'escrows';
/** The others of every resource. */
const OURS = ['escrow:read', 'escrow:prepare', 'escrow:submit'];

export async function startOidcIssuer() {
  // It says that its store is for development.
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  let answer: RequestListener | undefined;
  const server = createServer((request, response) => answer?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let keys = 0;
  /** From now on it signs with another key, publishes that one alone, and knows no client. */
  const rotate = async () => {
    keys += 1;
    const key = await signingKey(`key-${keys}`);
    answer = createProvider(url, key);
  };
  await rotate();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(() => {
    close();
    vi.restoreAllMocks();
  });
  return { url, rotate, close };
}

async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
}

function createProvider(url: string, key: JWK): RequestListener {
  const provider = new Provider(url, {
    jwks: { keys: [key as never] },
    cookies: { keys: ['of a test'] },
    scopes: ['openid', 'offline_access', SCOPE, ...OURS],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => true,
        getResourceServerInfo: (_, audience) => ({
          scope: [SCOPE, ...OURS].join(' '),
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: { url: () => '/signed-in' },
  });
  const answer = provider.callback();
  return async (request, response) => {
    if (request.url !== '/signed-in') return answer(request, response);
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'ada' } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params['client_id']) });
    const { missingOIDCScope, missingResourceScopes = {} } = prompt.details as Missing;
    if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
    for (const [each, scopes] of Object.entries(missingResourceScopes)) grant.addResourceScope(each, scopes.join(' '));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
}

type Missing = {
  readonly missingOIDCScope?: readonly string[];
  readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>;
};
