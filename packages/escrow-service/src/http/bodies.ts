/** Bodies of responses. Error bodies equal those of the real service. */
import type { Context } from 'hono';

/** `message`: one sentence, or one for each problem; `more` stands beside it. */
export function badRequest(
  c: Context,
  message: string | readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): Response {
  return c.json({ message, error: 'Bad Request', statusCode: 400, ...more } as object, 400);
}

export function unauthorized(c: Context): Response {
  return c.json({ statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' }, 401);
}

export function tooManyRequests(c: Context): Response {
  return c.json({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' }, 429);
}

export function failed(c: Context, message: string): Response {
  return c.json({ status: 'FAILED', message }, 500);
}

/** A number in JSON with exactly the digits of `decimal`, which need not fit a float. */
export function exactNumber(decimal: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(decimal);
}
