/** Requires the API key with every request. */
import { createMiddleware } from 'hono/factory';
import { isSame } from '../credentials.ts';
import { unauthorized } from './answers.ts';

export function requireKey(apiKey: string) {
  return createMiddleware(async (c, next) => {
    const given = c.req.header('x-api-key') ?? '';
    if (given === '') return unauthorized(c, 'AUTH_CREDENTIAL_MISSING');
    return isSame(given, apiKey) ? next() : unauthorized(c, 'AUTH_INVALID_CREDENTIAL');
  });
}
