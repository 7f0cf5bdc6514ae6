/** Under which addresses the server is known, to hosts and to whoever makes out tokens for it. */
import { withoutTrailing } from '@countersign/core/text';

export const MCP_PATH = '/mcp';
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** @param host under which it was asked; it is one that is answered to */
export function resourceAt(publicUrl: URL | undefined, host: string): string {
  return publicUrl === undefined ? `http://${host}${MCP_PATH}` : underPublic(publicUrl);
}

/** Where its metadata stand (RFC 9728): the path of the resource follows the well-known one. */
export function metadataAddress(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${METADATA_PATH}${pathname}`;
}

/** Those that may stand in a token. The name under which it was asked is the asker's to choose, so it is none of them. */
export function audiencesAt(publicUrl: URL | undefined, port: number): readonly string[] {
  if (publicUrl !== undefined) return [underPublic(publicUrl)];
  return LOOPBACK_NAMES.map((name) => `http://${name}:${port}${MCP_PATH}`);
}

const underPublic = (publicUrl: URL): string => `${withoutTrailing(publicUrl.href, '/')}${MCP_PATH}`;
