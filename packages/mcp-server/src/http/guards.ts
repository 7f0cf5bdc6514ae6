/** Accepts only requests to one of our host names, and none from another site's page. */
import { isLoopbackHost } from '@countersign/local-http';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import type { HttpPlan } from './plan.ts';
import { problem } from './replies.ts';

const FORBIDDEN = 403;

/** Lets a page of an allowed origin ask, and read the answers. It sends its token itself, so cookies are of no use. */
const allow = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'POST'],
  exposeHeaders: ['WWW-Authenticate', 'Retry-After', 'MCP-Protocol-Version'],
  maxAge: 600,
});

/** Another site's page could reach this machine under its own name (DNS rebinding), or send what it likes. */
export function guard({ publicUrl, origins }: Pick<HttpPlan, 'publicUrl' | 'origins'>) {
  return createMiddleware(async (c, next) => {
    const host = hostOf(c.req.header('host'));
    const isLocal = isLoopbackHost(host);
    if (!isLocal && host !== publicUrl?.host) {
      return problem(FORBIDDEN, 'forbidden', 'This server does not answer under this name. Use its own address.');
    }
    const origin = c.req.header('origin');
    const isOwn = origin === undefined || origin === publicUrl?.origin || (isLocal && origin === `http://${host}`);
    if (origin !== undefined && !isOwn && origins.includes(origin)) return await allow(c, next);
    if (!isOwn) return problem(FORBIDDEN, 'forbidden', 'Pages of other sites are not answered. Ask from a program.');
    return await next();
  });
}

export const hostOf = (header: string | undefined): string => (header ?? '').toLowerCase();
