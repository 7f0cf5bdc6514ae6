/** Checks credentials: a bearer token for deploy and send, an API key for balances (interface, section 5). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { unauthorized } from './bodies.ts';

export function requireBearer(accessToken: string | undefined) {
  return createMiddleware(async (c, next) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    return isSame(token, accessToken) ? next() : unauthorized(c);
  });
}

export function requireApiKey(apiKey: string) {
  return createMiddleware(async (c, next) => (isSame(c.req.header('x-api-key'), apiKey) ? next() : unauthorized(c)));
}

/** Compares in constant time. False if no credential is configured. */
export function isSame(given: string | undefined, wanted: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && wanted !== undefined && timingSafeEqual(digest(given), digest(wanted));
}
