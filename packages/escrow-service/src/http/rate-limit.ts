/** At most so many requests in any 60 s for a client, which is who shows a credential. */
import { createRateLimit } from '@countersign/local-http';
import { createMiddleware } from 'hono/factory';
import { tooManyRequests } from './bodies.ts';

/** One limit for each of the service's credentials. `limit`: requests a minute, 0 for none. */
export function rateLimit(limit: number, now: () => number) {
  const requests = createRateLimit(limit, now);
  return createMiddleware(async (c, next) => (limit === 0 || requests.take('') === 0 ? next() : tooManyRequests(c)));
}
