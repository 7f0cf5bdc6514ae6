/** Core's errors as HTTP: their one shape as JSON, under the status that says who can do something about it. */
import { type CountersignError, type ErrorCode, toCountersignError } from '@countersign/core/errors';
import type { Context } from 'hono';

const STATUS: Partial<Record<ErrorCode, 404 | 409 | 429 | 500 | 502 | 503>> = {
  HANDLE_NOT_FOUND: 404,
  ALREADY_SETTLED: 409,
  OUTCOME_UNKNOWN: 409,
  TRANSACTION_EXPIRED: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  STORE_UNUSABLE: 500,
  SERVICE_FAILED: 502,
  SERVICE_REPLY_UNREADABLE: 502,
  SERVICE_UNREACHABLE: 502,
  TRANSACTION_MISMATCH: 502,
  SERVICE_TIMEOUT: 503,
  STORE_FULL: 503,
};

export function errorReply(c: Context, thrown: unknown, redact: (text: string) => string): Response {
  const error: CountersignError = toCountersignError(thrown);
  if (error.retryAfterMs !== undefined) c.header('Retry-After', String(Math.ceil(error.retryAfterMs / 1_000)));
  return c.body(redact(JSON.stringify({ error: error.toView() })), STATUS[error.code] ?? 400, {
    'Content-Type': 'application/json; charset=utf-8',
  });
}
