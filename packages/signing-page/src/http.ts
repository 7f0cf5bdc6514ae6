/** What all answers have in common: errors, and what each says to the browser. And the fields of a request. */

import type { Desk } from '@countersign/core';
import { CountersignError, type ErrorCode, fieldProblem, toCountersignError } from '@countersign/core/errors';
import { redactStrings } from '@countersign/core/secrets';
import { isObject } from '@countersign/core/text/fields';
import { type Language, languageOf } from '@countersign/core/words';
import { spokenView } from '@countersign/core/words/problems';
import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ClientOf } from './addresses.ts';
import { type PlainPage, plainPage } from './plain-pages.ts';

/** What the routes of all pages share. */
export type PageServer = {
  readonly desk: () => Promise<Desk>;
  /** Absent: loopback alone. */
  readonly publicUrl: URL | undefined;
  /** Epoch milliseconds; the desk's clock. */
  readonly now: () => number;
  readonly clientOf: ClientOf;
  /** Answers with JSON. */
  readonly reply: (c: Context, body: unknown) => Response;
};

/** The language that the reader's browser asks for. */
export const languageIn = (c: Context): Language => languageOf(c.req.header('accept-language'));

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 502 | 503;

const answers = (status: Status, ...codes: readonly ErrorCode[]): Partial<Record<ErrorCode, Status>> =>
  Object.fromEntries(codes.map((code) => [code, status]));

/** All other codes: 400. */
const STATUS: Partial<Record<ErrorCode, Status>> = {
  ...answers(401, 'LIST_CLOSED'),
  ...answers(403, 'LIMIT_REACHED', 'PROOF_NEEDED'),
  ...answers(404, 'HANDLE_NOT_FOUND', 'PROOF_CLOSED'),
  ...answers(409, 'ADDRESS_TAKEN', 'ALREADY_ON_LEDGER', 'ALREADY_SETTLED', 'CONFIRMATION_NEEDED', 'DECLINED'),
  ...answers(409, 'FEE_NOT_COVERED', 'NETWORK_REFUSED', 'NOT_OVER', 'OUTCOME_UNKNOWN', 'SEQUENCE_TAKEN'),
  ...answers(409, 'SUPERSEDED', 'TRANSACTION_DISPLACED', 'TRANSACTION_EXPIRED', 'TRIAL_REFUSED'),
  ...answers(429, 'RATE_LIMITED'),
  ...answers(500, 'INTERNAL', 'STORE_UNUSABLE'),
  ...answers(502, 'RPCS_DISAGREE', 'RPC_REFUSED', 'RPC_UNREACHABLE', 'TRANSACTION_MISMATCH'),
  ...answers(502, 'SERVICE_FAILED', 'SERVICE_REPLY_UNREADABLE', 'SERVICE_UNREACHABLE'),
  ...answers(503, 'RPC_BUSY', 'SERVICE_TIMEOUT', 'STORE_FULL', 'STORE_UNREACHABLE'),
};

const PAGES: Partial<Record<Status, PlainPage>> = {
  400: 'refused',
  401: 'closed',
  403: 'elsewhere',
  404: 'nothing',
  413: 'refused',
  429: 'busy',
};

/** Whether a person opened the address; a page's own requests accept any type. */
export const isOpenedByPerson = (c: Context): boolean => (c.req.header('accept') ?? '').includes('text/html');

/**
 * Core's errors as HTTP: JSON, or a page for a person who opened an address in a browser.
 * @param status overrides the status of the error's code
 */
export function errorReply(
  c: Context,
  thrown: unknown,
  redact: (text: string) => string,
  more: object = {},
  status?: Status,
): Response {
  const error = toCountersignError(thrown);
  if (error.retryAfterMs !== undefined) c.header('Retry-After', String(Math.ceil(error.retryAfterMs / 1_000)));
  const answered = status ?? STATUS[error.code] ?? 400;
  if (isOpenedByPerson(c)) {
    const page = plainPage(PAGES[answered] ?? 'failed', c.req.path, c.req.header('accept-language'));
    return c.html(page, answered) as Response;
  }
  const body = redactStrings({ error: spokenView(error, languageIn(c)), ...more }, redact);
  return c.body(JSON.stringify(body), answered, { 'Content-Type': 'application/json; charset=utf-8' });
}

/** Hono's defaults set the other ones: no-referrer, nosniff, same-origin for resources. */
const secure = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    // The page never makes HTML from text, so nothing else on it may either.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  // A wallet that opens in a window of its own answers this page; with `same-origin` it could not.
  crossOriginOpenerPolicy: 'same-origin-allow-popups',
  xFrameOptions: 'DENY',
  permissionsPolicy: { camera: false, geolocation: false, microphone: false, payment: false },
  // Whether the whole domain is https-only is the proxy's decision.
  strictTransportSecurity: false,
});

/** What every answer says to the browser. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await secure(c, next);
  if (!c.res.headers.get('Cache-Control')?.includes('immutable')) c.res.headers.set('Cache-Control', 'no-store');
  c.res.headers.set('X-Robots-Tag', 'noindex');
};

/** The name under which it was asked. */
export const hostOf = (c: Context): string => (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase();

/** A page on another port of this machine is same-site, so its requests would carry the page's cookies. */
export function isOwnRequest(c: Context): boolean {
  const from = c.req.header('sec-fetch-site');
  return from === undefined || from === 'same-origin' || from === 'none';
}

/** A field of a JSON body. @throws CountersignError INPUT_INVALID where there is no such text */
export async function textOf(c: Context, name: string): Promise<string> {
  const value = await optionalText(c, name);
  if (value !== undefined) return value;
  throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem(name, 'MISSING')] });
}

export async function optionalText(c: Context, name: string): Promise<string | undefined> {
  const value = (await bodyOf(c))[name];
  return typeof value === 'string' ? value : undefined;
}

/** For callers that report each invalid field themselves. */
export async function bodyOf(c: Context): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  return isObject(body) ? body : {};
}
