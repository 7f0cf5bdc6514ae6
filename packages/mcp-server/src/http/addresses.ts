/** The addresses of the server, as hosts and token issuers know them. */
import { withoutTrailing } from '@countersign/core/text';

export const MCP_PATH = '/mcp';
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** @param host from the request, already checked by the guard */
export function resourceAt(publicUrl: URL | undefined, host: string): string {
  return publicUrl === undefined ? `http://${host}${MCP_PATH}` : underPublic(publicUrl);
}

/** Where its metadata are (RFC 9728): the resource's path follows the well-known path. */
export function metadataAddress(resource: string): string {
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
