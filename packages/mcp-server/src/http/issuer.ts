/** Verifies access tokens with the keys that the configured issuer publishes. */
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { createIssuerKeys, type IssuerKeys, isOfToken, readIssuer } from './issuer-keys.ts';

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
/** For this long after a failure, tokens are refused at once and the issuer is not asked. */
const AGAIN_MS = 5_000;
const LONGEST_SUBJECT = 255;

export type TokenProblem =
  | 'opaque'
  | 'invalid'
  | 'expired'
  | 'audience'
  | 'issuer'
  | 'kind'
  | 'bound'
  | 'nobody'
  | 'client'
  | 'unreachable';

/** Why a token was refused, or could not be checked. */
export class TokenRefused extends Error {
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

export type Issuer = {
  /** Reads what the issuer publishes. @throws OtherIssuer | Error where it cannot be reached */
  check(): Promise<void>;
  /** @returns the subject. @throws TokenRefused */
  subjectOf(token: string, audiences: readonly string[]): Promise<string>;
};

export function createIssuer(issuer: string): Issuer {
  let reading: Promise<IssuerKeys> | undefined;
  const keys = () => {
    reading ??= readIssuer(issuer)
      .then(({ jwks_uri }) => createIssuerKeys(jwks_uri))
      .catch((thrown) => {
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
      const { find } = await keys().catch((thrown) => {
        throw new TokenRefused('unreachable', thrown);
      });
      try {
        const { protectedHeader, payload } = await jwtVerify(token, find, {
          issuer,
          audience: [...audiences],
          algorithms: ALGORITHMS,
          clockTolerance: TOLERANCE_SECONDS,
          requiredClaims: ['exp'],
        });
        return personIn(payload, protectedHeader.typ, audiences);
      } catch (thrown) {
        throw thrown instanceof TokenRefused ? thrown : new TokenRefused(problemOf(thrown), thrown);
      }
    },
  };
}

/** The issuer that the token claims; not verified yet. @throws TokenRefused */
function issuerIn(token: string): string | undefined {
  try {
    // Of an opaque token nothing can be read; of one that was changed, the header.
    decodeProtectedHeader(token);
  } catch (thrown) {
    throw new TokenRefused('opaque', thrown);
  }
  try {
    return decodeJwt(token).iss;
  } catch (thrown) {
    throw new TokenRefused('invalid', thrown);
  }
}

function problemOf(thrown: unknown): TokenProblem {
  if (thrown instanceof errors.JWTExpired) return 'expired';
  if (thrown instanceof errors.JWTClaimValidationFailed) return thrown.claim === 'aud' ? 'audience' : 'invalid';
  return isOfToken(thrown) ? 'invalid' : 'unreachable';
}

/** @returns the subject. @throws TokenRefused where this is not a person's bearer token */
function personIn(payload: JWTPayload, type: string | undefined, audiences: readonly string[]): string {
  const { sub } = payload;
  // Its sender must prove that they have a key (DPoP, mTLS), and that proof is not checked here.
  if (payload['cnf'] !== undefined) throw new TokenRefused('bound');
  if (!isAccessToken(payload, type, audiences)) throw new TokenRefused('kind');
  if (typeof sub !== 'string' || sub.trim() === '' || sub.length > LONGEST_SUBJECT) throw new TokenRefused('nobody');
  // By client credentials; Auth0 marks its subject.
  if (clientsIn(payload).some((client) => sub === client || sub === `${client}@clients`)) {
    throw new TokenRefused('client');
  }
  return sub;
}

/** The names under which issuers say to which client a token was given. */
const clientsIn = (payload: JWTPayload): string[] =>
  ['client_id', 'azp', 'cid', 'appid'].map((claim) => payload[claim]).filter((client) => typeof client === 'string');

const ONLY_IN_ID_TOKENS = ['nonce', 'at_hash', 'c_hash', 's_hash'];
const ONLY_IN_ACCESS_TOKENS = ['scope', 'scp'];

/**
 * The same keys sign ID tokens and others. Issuers that follow RFC 9068 write the type `at+jwt`. Of others it shows in
 * claims: Keycloak writes `typ`, Cognito `token_use`. An ID token is made out for the client itself, by its id.
 * @param audiences that are accepted: an address is no id of a client
 */
function isAccessToken(payload: JWTPayload, type: string | undefined, audiences: readonly string[]): boolean {
  const has = (claim: string) => payload[claim] !== undefined;
  const written = type?.toLowerCase().replace(/^application\//, '');
  if (written === 'at+jwt') return true;
  if (written !== undefined && written !== 'jwt') return false;
  const claimed = payload['typ'] ?? payload['token_use'];
  if (claimed !== undefined) return claimed === 'Bearer' || claimed === 'access';
  if (ONLY_IN_ACCESS_TOKENS.some(has)) return true;
  if (ONLY_IN_ID_TOKENS.some(has)) return false;
  const clients = clientsIn(payload);
  return clients.length > 0
    ? !clients.some((client) => audiences.includes(client))
    : audiences.every((audience) => URL.canParse(audience));
}
