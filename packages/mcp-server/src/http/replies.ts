/** The addresses of the server, and HTTP answers that are not MCP answers. Each says in one line what to do. */
import { withoutTrailing } from '@countersign/core/text';
import type { Refused } from './authenticate.ts';

const JSON_TYPE = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const;
const RETRY_SECONDS = 60;

type Headers = Readonly<Record<string, string>>;

/** As OAuth writes errors; clients show the description. */
export const problem = (status: number, error: string, text: string, headers: Headers = {}): Response =>
  answer(status, { error, error_description: text }, headers);

const answer = (status: number, body: object, headers: Headers): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });

/** A protocol error for a request whose message could not be read. @param id of the message, if known */
export function protocolProblem(
  status: number,
  code: number,
  message: string,
  id: unknown = null,
  headers: Headers = {},
): Response {
  return answer(status, { jsonrpc: '2.0', error: { code, message }, id }, headers);
}

/** @param resource absent without an issuer: it publishes no metadata. @param scopes for which a host should ask */
export function unauthorized({ why, text }: Refused, resource: string | undefined, scopes: readonly string[]) {
  if (why === 'unreachable') {
    return problem(503, 'temporarily_unavailable', text, { 'Retry-After': String(RETRY_SECONDS) });
  }
  const parts = [
    // Without a token there is no error to name (RFC 6750).
    ...(why === 'missing' ? [] : ['error="invalid_token"', `error_description="${text}"`]),
    ...(resource === undefined ? ['realm="countersign"'] : [`resource_metadata="${metadataAddress(resource)}"`]),
    ...(resource === undefined || scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
  ];
  return problem(401, why === 'missing' ? 'unauthorized' : 'invalid_token', text, {
    'WWW-Authenticate': `Bearer ${parts.join(', ')}`,
  });
}

/** The token is valid, and not for this (RFC 6750, section 3.1). @param scopes for which a host should ask */
export function insufficientScope(text: string, resource: string, scopes: readonly string[]): Response {
  const parts = [
    'error="insufficient_scope"',
    `error_description="${text}"`,
    `resource_metadata="${metadataAddress(resource)}"`,
    `scope="${scopes.join(' ')}"`,
  ];
  return problem(403, 'insufficient_scope', text, { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` });
}

export const MCP_PATH = '/mcp';
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** @param host from the request, already checked by the guard */
export function resourceAt(publicUrl: URL | undefined, host: string): string {
  return publicUrl === undefined ? `http://${host}${MCP_PATH}` : underPublic(publicUrl);
}

/** Where its metadata are (RFC 9728): the resource's path follows the well-known path. */
function metadataAddress(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${METADATA_PATH}${pathname}`;
}

/**
 * The audiences that a token may have; with a slash at the end, as some hosts write the address, it is the same one.
 * The request's Host header is none: the caller chooses it.
 */
export function audiencesAt(publicUrl: URL | undefined, port: number): readonly string[] {
  const own =
    publicUrl === undefined
      ? LOOPBACK_NAMES.map((name) => `http://${name}:${port}${MCP_PATH}`)
      : [underPublic(publicUrl)];
  return own.flatMap((audience) => [audience, `${audience}/`]);
}

const underPublic = (publicUrl: URL): string => `${withoutTrailing(publicUrl.href, '/')}${MCP_PATH}`;
