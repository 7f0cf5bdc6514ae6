/** HTTP answers that are not MCP answers. Each says in one line what to do. */
import { metadataAddress } from './addresses.ts';
import type { Refused } from './authenticate.ts';

const JSON_TYPE = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const;
const RETRY_SECONDS = 60;

type Headers = Readonly<Record<string, string>>;

/** As OAuth writes errors; clients show the description. */
export function problem(status: number, error: string, text: string, headers: Headers = {}): Response {
  return new Response(JSON.stringify({ error, error_description: text }), {
    status,
    headers: { ...JSON_TYPE, ...headers },
  });
}

/**
 * A protocol error for a request whose message could not be read.
 * @param id of the message, if known
 */
export function protocolProblem(
  status: number,
  code: number,
  message: string,
  id: unknown = null,
  headers: Headers = {},
): Response {
  return new Response(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }), {
    status,
    headers: { ...JSON_TYPE, ...headers },
  });
}

/**
 * @param resource absent without an issuer, since there are no metadata to point to
 * @param scopes for which a host should ask
 */
export function unauthorized(
  { why, text }: Refused,
  resource: string | undefined,
  scopes: readonly string[],
): Response {
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
