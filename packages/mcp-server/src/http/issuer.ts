/** Verifies access tokens with the keys that the configured issuer publishes. */
import { baseUrlProblem } from '@countersign/core/settings/base-url';
import { withoutTrailing } from '@countersign/core/text';
import { createRemoteJWKSet, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** Only asymmetric signatures: with a shared secret, anybody who can check a token could make one. */
const ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];
/** For clock skew. */
const TOLERANCE_SECONDS = 30;
const FETCH_MS = 5_000;
/** For this long after a failure, tokens are refused at once and the issuer is not asked. */
const AGAIN_MS = 5_000;
const LONGEST_METADATA = 200_000;
const LONGEST_SUBJECT = 255;

export type TokenProblem = 'invalid' | 'expired' | 'audience' | 'issuer' | 'nobody' | 'unreachable';

/** Why a token was refused, or could not be checked. */
export class TokenRefused extends Error {
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** The issuer's metadata name another issuer than the configured one. */
export class OtherIssuer extends Error {}

export type Issuer = {
  /** Reads what the issuer publishes. @throws OtherIssuer | Error where it cannot be reached */
  check(): Promise<void>;
  /** @returns the subject. @throws TokenRefused */
  subjectOf(token: string, audiences: readonly string[]): Promise<string>;
};

export function createIssuer(issuer: string): Issuer {
  let reading: Promise<JWTVerifyGetKey> | undefined;
  const keys = () => {
    reading ??= readKeys(issuer).catch((thrown) => {
      setTimeout(() => {
        reading = undefined;
      }, AGAIN_MS).unref();
      throw thrown;
    });
    return reading;
  };
  return {
    check: async () => void (await keys()),
    subjectOf: async (token, audiences) => {
      if (issuerIn(token) !== issuer) throw new TokenRefused('issuer');
      const found = await keys().catch((thrown) => {
        throw new TokenRefused('unreachable', thrown);
      });
      try {
        const { payload } = await jwtVerify(token, found, {
          issuer,
          audience: [...audiences],
          algorithms: ALGORITHMS,
          clockTolerance: TOLERANCE_SECONDS,
          requiredClaims: ['exp'],
        });
        if (!isSubject(payload.sub)) throw new TokenRefused('nobody');
        return payload.sub;
      } catch (thrown) {
        throw thrown instanceof TokenRefused ? thrown : new TokenRefused(problemOf(thrown), thrown);
      }
    },
  };
}

const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub.trim() !== '' && sub.length <= LONGEST_SUBJECT;

/** The issuer that the token claims; not verified yet. @throws TokenRefused */
function issuerIn(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch (thrown) {
    throw new TokenRefused('invalid', thrown);
  }
}

function problemOf(thrown: unknown): TokenProblem {
  if (thrown instanceof errors.JWTExpired) return 'expired';
  if (thrown instanceof errors.JWTClaimValidationFailed) return thrown.claim === 'aud' ? 'audience' : 'invalid';
  const isOfToken = [
    errors.JWSSignatureVerificationFailed,
    errors.JWSInvalid,
    errors.JWTInvalid,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => thrown instanceof kind);
  return isOfToken ? 'invalid' : 'unreachable';
}

/** From RFC 8414 metadata, else OpenID Connect; both say where the keys are. */
async function readKeys(issuer: string): Promise<JWTVerifyGetKey> {
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
  return createRemoteJWKSet(new URL(address), { timeoutDuration: FETCH_MS });
}

/** As for any service, except that a query is allowed. */
const isSafe = ({ origin, pathname, username, password }: URL): boolean =>
  username === '' && password === '' && baseUrlProblem(`${origin}${pathname}`) === undefined;

/** @returns nothing if there is none */
async function readMetadata(address: string): Promise<Readonly<Record<string, unknown>> | undefined> {
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
