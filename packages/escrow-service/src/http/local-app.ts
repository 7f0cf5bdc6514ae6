/** The parts of the service in every dialect: access, limits, and the routes of a local sandbox. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { CountersignError, type ErrorCode } from '@countersign/core/errors';
import { createRateLimit, limitBody, requireLoopbackHost, requireOwnOrigin } from '@countersign/local-http';
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { EscrowNetwork } from '../contract/call.ts';

export type ServiceOptions = {
  readonly network: EscrowNetwork;
  /** Only for the seed dialect; v1 needs only the key. */
  readonly accessToken?: string | undefined;
  readonly apiKey: string;
  /** Requests a minute for a client, 0 for no limit. */
  readonly rateLimit: number;
  /** What `GET /sandbox` answers; absent on a real network, which has no such route. */
  readonly sandbox?: object | undefined;
};

/** The caller's errors; every other error of ours is the service's own. */
const REFUSALS: readonly ErrorCode[] = ['INPUT_INVALID', 'SECRET_REFUSED'];
export const isRefusal = (error: unknown): error is CountersignError =>
  error instanceof CountersignError && REFUSALS.includes(error.code);

export const SANDBOX = '/sandbox';
export const HEALTH = '/healthz';
/** The largest signed transaction in base64 (176 kB) and some room. */
const MAX_BODY_BYTES = 256 * 1024;

export function localApp({ network, sandbox }: ServiceOptions): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    // Clients compare clocks by this header, so it must come from the clock of the time bounds.
    c.header('Date', new Date(network.now()).toUTCString());
  });
  app.use(requireLoopbackHost, requireOwnOrigin);
  app.use(limitBody(MAX_BODY_BYTES));
  app.get(HEALTH, (c) => c.json({ status: 'ok' }));
  if (sandbox !== undefined) app.get(SANDBOX, (c) => c.json(sandbox));
  return app;
}

/** Checks credentials: a bearer token for deploy and send, an API key for balances (interface, section 5). */
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
export function isSame(key: string | undefined, wanted: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return key !== undefined && wanted !== undefined && timingSafeEqual(digest(key), digest(wanted));
}

/** Requests in any 60 s, with a separate limit for each credential. `limit`: requests a minute, 0 for no limit. */
export function rateLimit(limit: number, now: () => number) {
  const requests = createRateLimit(limit, now);
  return createMiddleware(async (c, next) => (limit === 0 || requests.take('') === 0 ? next() : tooManyRequests(c)));
}

/** `message`: one sentence, or one for each problem; `more` is added next to it. */
export function badRequest(
  c: Context,
  message: string | readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): Response {
  return c.json({ message, error: 'Bad Request', statusCode: 400, ...more } as object, 400);
}

/** Bodies of responses. Error bodies equal those of the real service. */
function unauthorized(c: Context): Response {
  return c.json({ statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' }, 401);
}

function tooManyRequests(c: Context): Response {
  return c.json({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' }, 429);
}

export function failed(c: Context, message: string): Response {
  return c.json({ status: 'FAILED', message }, 500);
}

/** A number in JSON with exactly the digits of `decimal`, which need not fit a float. */
export function exactNumber(decimal: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(decimal);
}
