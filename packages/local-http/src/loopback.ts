/** Holds a local HTTP surface to the machine it runs on: a page elsewhere must not reach it under a name of its own. */
import { createMiddleware } from 'hono/factory';

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** Refuses requests that came in under any other name than the loopback's (DNS rebinding). */
export const requireLoopbackHost = createMiddleware(async (c, next) => {
  const host = c.req.header('host');
  if (host === undefined || !LOOPBACK_HOST.test(host)) {
    return c.json({ statusCode: 403, message: 'This service answers to loopback names only', error: 'Forbidden' }, 403);
  }
  return next();
});

/** Refuses requests that a page of another origin makes. */
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
