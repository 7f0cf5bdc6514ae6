/** Who is asking, by the access token of each request, and why a request is refused. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { LOCAL_PERSON, type Person } from '@countersign/core';
import { tenantOfSubject } from '@countersign/core/settings/tenants';
import { createIssuer, type Issuer, type TokenProblem, TokenRefused } from './issuer.ts';
import type { HttpPlan } from './plan.ts';

/** One readable line, in characters that a header may quote. It never repeats the token. */
export type Refused = {
  readonly why: TokenProblem | 'missing' | 'other-token';
  readonly text: string;
  /** For the log. */
  readonly cause?: unknown;
};

export type Authenticate = (
  authorization: string | undefined,
  /** The audiences that a token may have if none is configured; the refusal of any other names the first. */
  own: readonly string[],
) => Promise<{ readonly person: Person } | { readonly refused: Refused }>;

export type Authentication = {
  readonly authenticate: Authenticate;
  /** Checks that the issuer is the configured one. @throws OtherIssuer | Error */
  readonly check: () => Promise<void>;
};

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

export function createAuthentication({ issuer: name, audience, token }: HttpPlan): Authentication {
  const issuer: Issuer | undefined = name === undefined ? undefined : createIssuer(name);
  return {
    check: async () => await issuer?.check(),
    authenticate: async (authorization = '', own) => {
      const audiences = audience === undefined ? own : [audience];
      const refuse = (why: Refused['why'], cause?: unknown) => ({
        refused: { why, text: words(why, name, audiences[0] ?? ''), cause },
      });
      const [, given] = BEARER.exec(authorization.trim()) ?? [];
      if (given === undefined) return refuse('missing');
      if (token !== undefined && isEqual(given, token)) return { person: LOCAL_PERSON };
      if (name === undefined || issuer === undefined) return refuse('other-token');
      try {
        const subject = await issuer.subjectOf(given, audiences);
        return { person: { tenant: tenantOfSubject(name, subject), id: subject } };
      } catch (thrown) {
        if (thrown instanceof TokenRefused) return refuse(thrown.problem, thrown.cause);
        throw thrown;
      }
    },
  };
}

/** In constant time. */
function isEqual(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function words(why: Refused['why'], issuer: string | undefined, audience: string): string {
  if (issuer === undefined) {
    return why === 'missing'
      ? 'Send the value of COUNTERSIGN_HTTP_TOKEN in the header Authorization, after the word Bearer.'
      : 'This is not the value of COUNTERSIGN_HTTP_TOKEN. Correct what your client sends in the header Authorization.';
  }
  const said: Readonly<Record<Refused['why'], string>> = {
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
    'other-token': '',
  };
  return said[why];
}
