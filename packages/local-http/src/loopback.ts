/**
 * Protects a local HTTP server: a web page of another site must not reach it, not even by DNS rebinding.
 *
 * Not Hono's `csrf`: that lets a request with a JSON body, or one that claims `Sec-Fetch-Site`, pass without its origin.
 */
import { createMiddleware } from 'hono/factory';

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Whether a `Host` header (or the `host` of a URL) names this machine. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Refuses requests with a host name that is not loopback (DNS rebinding). */
export const requireLoopbackHost = createMiddleware(async (c, next) => {
  if (!isLoopbackHost(c.req.header('host') ?? '')) {
    return c.json({ statusCode: 403, message: 'This service answers to loopback names only', error: 'Forbidden' }, 403);
  }
  return next();
});

/** Refuses requests from pages of other origins. */
export const requireOwnOrigin = createMiddleware(async (c, next) => {
  const origin = c.req.header('origin');
  if (origin !== undefined && origin !== `http://${c.req.header('host')}`) {
    return c.json(
      { statusCode: 403, message: 'Requests from other origins are not answered', error: 'Forbidden' },
      403,
    );
  }
  return next();
});
