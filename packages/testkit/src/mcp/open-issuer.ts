/** An OAuth issuer on loopback, as far as a resource sees one: metadata, keys, and tokens that it signs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type LocalIssuer = {
  readonly url: string;
  /** An access token for a subject. @param claims instead of the usual ones; undefined leaves one out */
  readonly token: (subject: string | undefined, audience: string, claims?: Claims) => Promise<string>;
  /** How often somebody asked for its keys. */
  readonly asked: () => number;
  readonly close: () => void;
};

type Claims = { readonly [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined } & { readonly alg?: string };

/** @param name what it calls itself in its metadata; default: its address */
export async function openIssuer({ name, path = '' }: { name?: string; path?: string } = {}): Promise<LocalIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256', use: 'sig' };
  let asked = 0;
  const server = createServer(({ url: asking = '' }, response) => {
    const answer = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (asking === `${path}/keys`) {
      asked += 1;
      return answer({ keys: [jwk] });
    }
    if (asking !== `/.well-known/oauth-authorization-server${path}`) return response.writeHead(404).end();
    return answer({ issuer: name ?? url, jwks_uri: `${url}/keys` });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url,
    asked: () => asked,
    close,
    token: async (subject, audience, { alg = 'ES256', ...claims } = {}) => {
      const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
      const payload = { iss: url, aud: audience, exp: inAnHour, ...(subject === undefined ? {} : { sub: subject }) };
      const token = new SignJWT({ ...payload, ...claims } as JWTPayload).setProtectedHeader({ alg, kid: 'key-1' });
      return await token.sign(alg === 'ES256' ? privateKey : new TextEncoder().encode(JSON.stringify(jwk)));
    },
  };
}
