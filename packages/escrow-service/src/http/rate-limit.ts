/** Limits the requests of each client in any 60 s; a client is a credential. */
import { createRateLimit } from '@countersign/local-http';
import { createMiddleware } from 'hono/factory';
import { tooManyRequests } from './bodies.ts';

/** A separate limit for each credential. `limit`: requests a minute, 0 for no limit. */
export function rateLimit(limit: number, now: () => number) {
  const requests = createRateLimit(limit, now);
  return createMiddleware(async (c, next) => (limit === 0 || requests.take('') === 0 ? next() : tooManyRequests(c)));
}
