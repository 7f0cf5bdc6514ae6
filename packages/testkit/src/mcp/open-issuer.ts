/** An OAuth issuer on loopback, as far as a resource sees one: metadata, keys, and tokens that it signs. */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { startAnswerer } from '../service/stand-in.ts';

export type LocalIssuer = Awaited<ReturnType<typeof openIssuer>>;

type Claims = { readonly [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined } & {
  readonly alg?: string;
  readonly header?: Readonly<Record<string, string>>;
};

type IssuerOptions = {
  /** What it calls itself in its metadata; default: its address. */
  readonly name?: string;
};

export async function openIssuer({ name }: IssuerOptions = {}) {
  let keys = 0;
  const makeKey = async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    keys += 1;
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: `key-${keys}`, alg: 'ES256', use: 'sig' } };
  };
  let key = await makeKey();
  let asked = 0;
  let isThere = true;
  const { url, close } = await startAnswerer((request) => {
    if (!isThere) return new Response(null, { status: 503 });
    if (request.url === '/keys') {
      asked += 1;
      return Response.json({ keys: [key.jwk] });
    }
    return request.url === '/.well-known/oauth-authorization-server'
      ? Response.json({ issuer: name ?? url, jwks_uri: `${url}/keys` })
      : new Response(null, { status: 404 });
  });
  return {
    url,
    asked: () => asked,
    /** From now on it signs with another key, and publishes that one alone. */
    rotate: async () => {
      key = await makeKey();
    },
    /** Whether it answers; false: with 503. */
    answer: (answers: boolean) => {
      isThere = answers;
    },
    close,
    /** An access token for a subject. @param claims instead of the usual ones; undefined leaves one out */
    token: async (subject: string | undefined, audience: string, given: Claims = {}) => {
      const { alg = 'ES256', header = {}, ...claims } = given;
      const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
      const payload = { iss: url, aud: audience, exp: inAnHour, ...(subject === undefined ? {} : { sub: subject }) };
      const { kid } = key.jwk;
      const token = new SignJWT({ ...payload, ...claims } as JWTPayload).setProtectedHeader({ alg, kid, ...header });
      return await token.sign(alg === 'ES256' ? key.privateKey : new TextEncoder().encode(JSON.stringify(key.jwk)));
    },
  };
}
