/** Core's errors as HTTP: the same JSON for all, with a status that says who can act on it. */
import { type ErrorCode, toCountersignError } from '@countersign/core/errors';
import { redactStrings } from '@countersign/core/secrets';
import type { Context } from 'hono';

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 502 | 503;

const STATUS: Partial<Record<ErrorCode, Status>> = {
  HANDLE_NOT_FOUND: 404,
  LIMIT_REACHED: 403,
  LIST_CLOSED: 401,
  ADDRESS_TAKEN: 409,
  ALREADY_ON_LEDGER: 409,
  ALREADY_SETTLED: 409,
  CONFIRMATION_NEEDED: 409,
  DECLINED: 409,
  OUTCOME_UNKNOWN: 409,
  SEQUENCE_TAKEN: 409,
  SUPERSEDED: 409,
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

/**
 * @param more what the page needs beside the error
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
  return c.body(
    JSON.stringify(redactStrings({ error: error.toView(), ...more }, redact)),
    status ?? STATUS[error.code] ?? 400,
    {
      'Content-Type': 'application/json; charset=utf-8',
    },
  );
}
