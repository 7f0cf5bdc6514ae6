/** Authentication of the MCP server over HTTP. */
import { baseUrlProblem } from './base-url.ts';
import { credentialProblem } from './credential.ts';

export type HttpSettings = {
  /** The issuer whose tokens are accepted; must equal the one in the token. */
  readonly oauthIssuer: string | undefined;
  /** The audience that a token must have; absent: the server's own address. */
  readonly oauthAudience: string | undefined;
  /** The static token that programs on this machine send instead. */
  readonly httpToken: string | undefined;
};

/** The value of a variable, checked; undefined where it is unset. */
type Read = (name: string, problemOf: (value: string) => string | undefined) => string | undefined;

const SHORTEST_TOKEN = 32;
const LONGEST_AUDIENCE = 500;

export const readHttp = (read: Read): HttpSettings => ({
  oauthIssuer: read('COUNTERSIGN_OAUTH_ISSUER', issuerProblem),
  oauthAudience: read('COUNTERSIGN_OAUTH_AUDIENCE', audienceProblem),
  httpToken: read('COUNTERSIGN_HTTP_TOKEN', tokenProblem),
});

/** Both are repeated in headers, in quotes. */
const isQuotable = (value: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value);

function issuerProblem(value: string): string | undefined {
  return baseUrlProblem(value) ?? (isQuotable(value) ? undefined : 'holds characters that no address has');
}

function audienceProblem(value: string): string | undefined {
  const fits = isQuotable(value) && value.length <= LONGEST_AUDIENCE;
  return fits
    ? undefined
    : `is not a valid audience: at most ${LONGEST_AUDIENCE} characters, without white space and quotes`;
}

function tokenProblem(value: string): string | undefined {
  return (
    credentialProblem(value) ??
    (value.length < SHORTEST_TOKEN
      ? `has fewer than ${SHORTEST_TOKEN} characters; make one with: openssl rand -hex 32`
      : undefined)
  );
}
