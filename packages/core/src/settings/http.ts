/** The MCP server over HTTP: who may ask, and the proxies in front of it and of the signing page. */
import { isIP } from 'node:net';
import { baseUrlProblem } from './base-url.ts';
import { credentialProblem, problemUnless, type Reading } from './given-value.ts';

const SHORTEST_TOKEN = 32;
const LONGEST_AUDIENCE = 500;

export const readHttp = (read: Reading['checked']) => ({
  /** The issuer whose tokens are accepted; must equal the one in the token. */
  oauthIssuer: read('COUNTERSIGN_OAUTH_ISSUER', issuerProblem),
  /** The audience that a token must have; absent: the server's own address. */
  oauthAudience: read('COUNTERSIGN_OAUTH_AUDIENCE', audienceProblem),
  /** The scopes that hosts should ask the issuer for. */
  oauthScopes: wordsOf(read('COUNTERSIGN_OAUTH_SCOPES', scopesProblem), /\s+/),
  /** The static token that programs on this machine send instead. */
  httpToken: read('COUNTERSIGN_HTTP_TOKEN', tokenProblem),
  /** Origins of web pages that are hosts. */
  allowedOrigins: wordsOf(read('COUNTERSIGN_ALLOWED_ORIGINS', originsProblem)),
});

/** Addresses of proxies, and networks of them, whose `X-Forwarded-For` is believed. */
export const readProxies = (read: Reading['checked']): readonly string[] =>
  wordsOf(read('COUNTERSIGN_TRUSTED_PROXIES', proxiesProblem));

const wordsOf = (value = '', between: RegExp = /[\s,]+/): readonly string[] =>
  value.split(between).filter((word) => word !== '');

/** They are repeated in headers, in quotes. */
const isQuotable = (value: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value);

function issuerProblem(value: string): string | undefined {
  return baseUrlProblem(value) ?? (isQuotable(value) ? undefined : 'holds characters that no address has');
}

const audienceProblem = problemUnless(
  (value) => isQuotable(value) && value.length <= LONGEST_AUDIENCE,
  `is not a valid audience: at most ${LONGEST_AUDIENCE} characters, without white space and quotes`,
);

const scopesProblem = problemUnless(
  (value) => wordsOf(value, /\s+/).every(isQuotable) && value.length <= LONGEST_AUDIENCE,
  'is not a list of scopes, separated by spaces, like: escrow:read escrow:prepare escrow:submit',
);

function originsProblem(value: string): string | undefined {
  for (const origin of wordsOf(value)) {
    const problem = baseUrlProblem(origin);
    if (problem !== undefined) return problem;
    if (new URL(origin).origin !== origin) return 'must hold origins alone, without a path, like https://host.example';
  }
  return undefined;
}

const proxiesProblem = problemUnless(
  (value) => wordsOf(value).every(isNetwork),
  'is not a list of IP addresses or networks, separated by commas, like 10.0.0.5, 172.16.0.0/12',
);

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    bits > 0 && more.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

function tokenProblem(value: string): string | undefined {
  const short = `has fewer than ${SHORTEST_TOKEN} characters; make one with: openssl rand -hex 32`;
  return credentialProblem(value) ?? (value.length < SHORTEST_TOKEN ? short : undefined);
}
