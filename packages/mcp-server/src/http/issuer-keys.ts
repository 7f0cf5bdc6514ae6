/** What the issuer publishes: its metadata, and the keys with which it signs. */
import { baseUrlProblem } from '@countersign/core/settings/base-url';
import { withoutTrailing } from '@countersign/core/text';
import type { Fields } from '@countersign/core/text/fields';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  jwksCache,
} from 'jose';

/** Of RFC 8414 and OpenID Connect; not checked, except `issuer` and `jwks_uri`. */
export type IssuerMetadata = Fields & { readonly jwks_uri: string };

const FETCH_MS = 5_000;
/** For this long after a failure the issuer is not asked. */
const AGAIN_MS = 5_000;
/** How long its keys are used without asking: a key that it has withdrawn is refused after that. */
const FRESH_MS = 10_000;
/** A token with an unknown key has the keys read again, though not more often than this. */
const COOLDOWN_MS = 1_000;
/** How long its last keys are used while it cannot be reached. */
const OUTAGE_MS = 10 * 60_000;
const LONGEST_METADATA = 200_000;

/** The issuer's metadata name another issuer than the configured one. */
export class OtherIssuer extends Error {}

/** From RFC 8414 metadata, else OpenID Connect. @throws OtherIssuer | Error where it cannot be reached */
export async function readIssuer(issuer: string): Promise<IssuerMetadata> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : withoutTrailing(pathname, '/');
  const found =
    (await readMetadata(`${origin}/.well-known/oauth-authorization-server${path}`)) ??
    (await readMetadata(`${origin}${path}/.well-known/openid-configuration`));
  if (found === undefined) throw new Error('the issuer publishes no metadata');
  const { issuer: name, jwks_uri: address } = found;
  if (name !== issuer) throw new OtherIssuer('it calls itself otherwise in its metadata');
  if (typeof address !== 'string' || !URL.canParse(address) || !isSafe(new URL(address))) {
    throw new OtherIssuer('its metadata name no https address of its keys');
  }
  return { ...found, jwks_uri: address };
}

export type IssuerKeys = ReturnType<typeof createIssuerKeys>;

export function createIssuerKeys(address: string) {
  const last: JWKSCacheInput = {};
  const read = createRemoteJWKSet(new URL(address), {
    timeoutDuration: FETCH_MS,
    cacheMaxAge: FRESH_MS,
    cooldownDuration: COOLDOWN_MS,
    [jwksCache]: last,
  });
  let failed: { readonly at: number; readonly thrown: unknown } | undefined;
  /** While the issuer is away. */
  const lastFound: JWTVerifyGetKey = async (header, token) => {
    const { jwks, uat } = last;
    if (jwks === undefined || uat === undefined || Date.now() > uat + OUTAGE_MS) throw failed?.thrown;
    return await createLocalJWKSet(jwks)(header, token);
  };
  /** @throws Error where the issuer cannot be reached, and errors of jose about the token */
  const find: JWTVerifyGetKey = async (header, token) => {
    if (failed !== undefined && Date.now() < failed.at + AGAIN_MS) return await lastFound(header, token);
    try {
      const key = await read(header, token);
      failed = undefined;
      return key;
    } catch (thrown) {
      if (isOfToken(thrown)) throw thrown;
      failed = { at: Date.now(), thrown };
      return await lastFound(header, token);
    }
  };
  return {
    find,
    /** How many it publishes. @throws Error where they cannot be read */
    count: async (): Promise<number> => {
      await read.reload();
      return read.jwks()?.keys.length ?? 0;
    },
  };
}

const OF_TOKEN = [
  errors.JWSSignatureVerificationFailed,
  errors.JWSInvalid,
  errors.JWTInvalid,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

/** Whether the token is to blame, and not what the issuer answered. */
export const isOfToken = (thrown: unknown): boolean => OF_TOKEN.some((kind) => thrown instanceof kind);

/** As for any service, except that a query is allowed. */
const isSafe = ({ origin, pathname, username, password }: URL): boolean =>
  username === '' && password === '' && baseUrlProblem(`${origin}${pathname}`) === undefined;

/** @returns nothing if there is none */
async function readMetadata(address: string): Promise<Fields | undefined> {
  const signal = AbortSignal.timeout(FETCH_MS);
  const response = await fetch(address, { redirect: 'error', signal, headers: { accept: 'application/json' } });
  if (response.status >= 500) throw new Error(`the issuer answers ${response.status}`);
  if (!response.ok) return undefined;
  const text = await response.text();
  if (text.length > LONGEST_METADATA) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? { ...read } : undefined;
  } catch {
    return undefined;
  }
}
