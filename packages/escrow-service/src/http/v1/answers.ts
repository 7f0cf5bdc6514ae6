/** Error bodies of the live service, whose shape depends on the part of it that refuses. */
import type { Context } from 'hono';
import type { Refusal } from '../../contract/refusal.ts';
import { contractErrorText } from '../../live/error-table.ts';

/** A validation error: every problem, or what is wrong with the whole body. */
export function invalid(c: Context, message: readonly string[] | string): Response {
  return c.json({ statusCode: 400, message, error: 'Bad Request' } as object, 400);
}

/** Any later error. */
export function problem(c: Context, statusCode: 400 | 404 | 500, message: string): Response {
  return c.json({ statusCode, message, timestamp: new Date().toISOString(), path: c.req.path }, statusCode);
}

export function refused(c: Context, { reasons, contractError, message }: Refusal): Response {
  if (contractError !== undefined) return problem(c, 400, contractErrorText(contractError));
  return typeof reasons === 'string' ? problem(c, 400, message) : invalid(c, reasons);
}

/** RFC 9457. */
export function unauthorized(c: Context, code: 'AUTH_CREDENTIAL_MISSING' | 'AUTH_INVALID_CREDENTIAL'): Response {
  const detail = code === 'AUTH_CREDENTIAL_MISSING' ? 'The header x-api-key is missing.' : 'The API key is not valid.';
  return c.json({ type: 'about:blank', title: 'Unauthorized', status: 401, code, detail }, 401, {
    'Content-Type': 'application/problem+json',
  });
}

/** The live service has no 405: a wrong method is an unknown path. */
export const notFound = (c: Context): Response => problem(c, 404, 'Resource not found');
