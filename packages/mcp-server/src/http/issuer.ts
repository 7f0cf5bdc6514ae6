/** Whose word an access token is: the configured issuer's, by the keys that it publishes. */
import { baseUrlProblem } from '@countersign/core/settings/base-url';
import { withoutTrailing } from '@countersign/core/text';
import { createRemoteJWKSet, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** Signatures by a key pair alone: with a shared secret whoever checks a token could make one. */
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
/** Clocks differ. */
const TOLERANCE_SECONDS = 30;
const FETCH_MS = 5_000;
/** After a failure nobody is kept waiting for the next one, and the issuer is left in peace. */
const AGAIN_MS = 5_000;
const LONGEST_METADATA = 200_000;
const LONGEST_SUBJECT = 255;

export type TokenProblem = 'invalid' | 'expired' | 'audience' | 'issuer' | 'nobody' | 'unreachable';

/** Why a token was not taken, or nothing could be said of it. */
export class TokenRefused extends Error {
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** What the issuer publishes is not what was configured. */
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

/** As it says of itself; nothing is believed of it yet. @throws TokenRefused */
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

/** By RFC 8414, else by OpenID Connect; both say where the keys are. */
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

/** A query is allowed here, else as for any service. */
const isSafe = ({ origin, pathname, username, password }: URL): boolean =>
  username === '' && password === '' && baseUrlProblem(`${origin}${pathname}`) === undefined;

/** Nothing where there is none. */
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
