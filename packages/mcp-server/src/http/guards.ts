/** Which requests are looked at at all: those to a name of ours, and none that another site's page makes. */
import { isLoopbackHost } from '@countersign/local-http';
import { createMiddleware } from 'hono/factory';
import { problem } from './replies.ts';

const FORBIDDEN = 403;

/** A page elsewhere could reach this machine under a name of its own (DNS rebinding), or send what it likes. */
export function guard(publicUrl: URL | undefined) {
  return createMiddleware(async (c, next) => {
    const host = hostOf(c.req.header('host'));
    const isLocal = isLoopbackHost(host);
    if (!isLocal && host !== publicUrl?.host) {
      return problem(FORBIDDEN, 'forbidden', 'This server does not answer under this name. Use its own address.');
    }
    const origin = c.req.header('origin');
    const isOwn = origin === undefined || origin === publicUrl?.origin || (isLocal && origin === `http://${host}`);
    if (!isOwn) return problem(FORBIDDEN, 'forbidden', 'Pages of other sites are not answered. Ask from a program.');
    return await next();
  });
}

export const hostOf = (header: string | undefined): string => (header ?? '').toLowerCase();
