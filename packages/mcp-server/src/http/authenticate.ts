/** Who is asking, by the access token of each request, and why a request is refused. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { LOCAL_PERSON, type Person } from '@countersign/core';
import { tenantOfSubject } from '@countersign/core/settings/tenants';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { createIssuerKeys, type IssuerKeys, isOfToken, readIssuer } from './issuer-keys.ts';
import type { HttpPlan } from './plan.ts';
import { createScopeRules, EVERY_SCOPE, type Scopes } from './scopes.ts';

/** One readable line, in characters that a header may quote. It never repeats the token. */
export type Refused = {
  readonly why: TokenProblem | 'missing' | 'other-token';
  readonly text: string;
  /** For the log. */
  readonly cause?: unknown;
};

/** A person, and what their token is for. */
export type Caller = { readonly person: Person; readonly granted: Scopes };

export type Authenticate = ReturnType<typeof createAuthentication>['authenticate'];

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

export function createAuthentication({ issuer: name, audience, token, scopes }: HttpPlan) {
  const issuer = name === undefined ? undefined : createIssuer(name);
  const { granted } = createScopeRules(scopes);
  return {
    /** Checks that the issuer is the configured one. @throws OtherIssuer | Error */
    check: async () => await issuer?.check(),
    /** @param own the audiences that a token may have if none is configured; a refusal of others names the first */
    authenticate: async (
      authorization = '',
      own: readonly string[],
    ): Promise<Caller | { readonly refused: Refused }> => {
      const audiences = audience === undefined ? own : [audience];
      const refuse = (why: Refused['why'], cause?: unknown) => ({
        refused: { why, text: words(why, name, audiences[0] ?? ''), cause },
      });
      const [, presented] = BEARER.exec(authorization.trim()) ?? [];
      if (presented === undefined) return refuse('missing');
      if (token !== undefined && isEqual(presented, token)) return { person: LOCAL_PERSON, granted: EVERY_SCOPE };
      if (name === undefined || issuer === undefined) return refuse('other-token');
      try {
        const { subject, claims } = await issuer.read(presented, audiences);
        return { person: { tenant: tenantOfSubject(name, subject), id: subject }, granted: granted(claims) };
      } catch (thrown) {
        if (thrown instanceof TokenRefused) return refuse(thrown.problem, thrown.cause);
        throw thrown;
      }
    },
  };
}

/** In constant time. */
function isEqual(presented: string, token: string): boolean {
  const [one, other] = [presented, token].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function words(why: Refused['why'], issuer: string | undefined, audience: string): string {
  if (issuer === undefined) {
    return why === 'missing'
      ? 'Send the value of COUNTERSIGN_HTTP_TOKEN in the header Authorization, after the word Bearer.'
      : 'This is not the value of COUNTERSIGN_HTTP_TOKEN. Correct what your client sends in the header Authorization.';
  }
  return why === 'other-token' ? '' : wordsOfIssuer(issuer, audience)[why];
}

const wordsOfIssuer = (issuer: string, audience: string) => ({
  missing: `Sign in first: send an access token of ${issuer} for ${audience} in the header Authorization, after the word Bearer.`,
  opaque: `This access token is not a JWT, so it cannot be checked here. Ask ${issuer} for one for ${audience}, with the parameter resource.`,
  invalid: `This access token was not signed by ${issuer}, or it is not valid yet. Sign in there again.`,
  expired: `The access token has expired. Sign in at ${issuer} again, or let your client renew it.`,
  audience: `The access token is made out for another service. Ask ${issuer} for one for ${audience}.`,
  issuer: `The access token is of another issuer. Sign in at ${issuer}.`,
  kind: `This token is not an access token: ${issuer} signs ID tokens and others too. Send the access token for ${audience}.`,
  bound: `The access token is bound to a key of your client (cnf), and this server cannot check that key. Ask ${issuer} for a bearer token, without DPoP or mTLS.`,
  client: `The access token names a program, not a person. Sign in at ${issuer} as a person.`,
  nobody: `The access token names nobody (sub). Sign in at ${issuer} as a person.`,
  unreachable: `${issuer} cannot be asked for its keys now, so no access token can be checked. Try again in a minute; if it stays so, ask the operator of this server to check COUNTERSIGN_OAUTH_ISSUER.`,
});

/** Only asymmetric signatures: with a shared secret, anybody who can check a token could make one. */
const ALGORITHMS = 'ES256 ES384 ES512 EdDSA Ed25519 PS256 PS384 PS512 RS256 RS384 RS512'.split(' ');
/** For clock skew. */
const TOLERANCE_SECONDS = 30;
/** For this long after a failure, tokens are refused at once and the issuer is not asked. */
const AGAIN_MS = 5_000;
const LONGEST_SUBJECT = 255;

type TokenProblem = Exclude<keyof ReturnType<typeof wordsOfIssuer>, 'missing'>;

/** Why a token was refused, or could not be checked. */
class TokenRefused extends Error {
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Verifies access tokens with the keys that the configured issuer publishes. */
export function createIssuer(issuer: string) {
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
    /** Reads what the issuer publishes. @throws OtherIssuer | Error where it cannot be reached */
    check: async () => void (await keys()),
    /** Checks the token. @throws TokenRefused */
    read: async (token: string, audiences: readonly string[]) => {
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
        return { subject: personIn(payload, protectedHeader.typ, audiences), claims: payload };
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
  const mediaType = type?.toLowerCase().replace(/^application\//, '');
  if (mediaType === 'at+jwt') return true;
  if (mediaType !== undefined && mediaType !== 'jwt') return false;
  const claimed = payload['typ'] ?? payload['token_use'];
  if (claimed !== undefined) return claimed === 'Bearer' || claimed === 'access';
  if (ONLY_IN_ACCESS_TOKENS.some(has)) return true;
  if (ONLY_IN_ID_TOKENS.some(has)) return false;
  const clients = clientsIn(payload);
  return clients.length > 0
    ? !clients.some((client) => audiences.includes(client))
    : audiences.every((audience) => URL.canParse(audience));
}
