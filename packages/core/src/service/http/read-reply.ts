/** Reads a reply: parsed and never cast, or as an error that tells a person what to do. */

import { STATUS_CODES } from 'node:http';
import type * as z from 'zod';
import { CountersignError, type FieldText } from '../../errors/errors.ts';
import { decodeStrKey } from '../../escrow/index.ts';
import { isObject } from '../../text/fields.ts';
import type { Reply } from './http.ts';

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** The pause after a 429 without Retry-After; its window is a minute, with an unknown start. */
export const DEFAULT_429_PAUSE_MS = 5_000;

/** Seen from services on Horizon and on Stellar RPC: "Account not found: G…", "account does not exist", txNoAccount. */
const ACCOUNT_NOT_FOUND = [
  /\baccount\b.{0,80}?\b(?:not found|does ?n[o'’]t exist|not (?:yet )?(?:exist|funded|created|activated))/i,
  /\b(?:not find|no such|unknown|unfunded|non-?existent)\b.{0,40}\baccount\b/i,
  /\btx_?no_?(?:source_?)?account\b/i,
];

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

/** @param signer of the request, so that another account's absence is not mistaken for the signer's */
export function replyError(reply: Reply, signer?: string): CountersignError {
  const { status, body } = reply;
  const words = body.kind === 'json' ? serviceWords(body.value) : '';
  const detail = words === '' ? {} : { detail: words };
  // An opaque redirect (status 0) is how the fetch standard reports one that was not followed.
  if (status === 0 || REDIRECTS.includes(status)) return new CountersignError('SERVICE_REDIRECTED');
  if (status === 401 || status === 403) return new CountersignError('SERVICE_UNAUTHORIZED', detail);
  if (status === 429) {
    const message = 'The escrow service says that it got too many requests.';
    const retryAfterMs = reply.retryAfterMs ?? DEFAULT_429_PAUSE_MS;
    return new CountersignError('RATE_LIMITED', { message, retryAfterMs, ...detail });
  }
  if (signer !== undefined && saysSignerNotFound(words, signer))
    return new CountersignError('SIGNER_NOT_FOUND', detail);
  if (status >= 500 || status === 408 || status === 425) {
    return new CountersignError('SERVICE_FAILED', {
      message: `The escrow service failed (status ${status}).`,
      ...detail,
    });
  }
  // Below 400 only a success is expected, and a web page or an empty 404 does not come from the service.
  if (status < 400 || (status !== 400 && body.kind !== 'json')) return unreadableReply(reply);
  const message = `The escrow service refused the request (status ${status}).`;
  return new CountersignError('SERVICE_REFUSED', { message, ...detail });
}

export function unreadableReply({ status, body }: Reply): CountersignError {
  const problem =
    body.kind === 'unreadable'
      ? body.problem
      : body.kind === 'broken-off'
        ? 'broke off before its end'
        : 'is unexpected';
  return new CountersignError('SERVICE_REPLY_UNREADABLE', {
    message: `The escrow service’s reply (status ${status}) ${problem}.`,
    fields: [{ path: '(the whole reply)', problem }],
  });
}

function saysSignerNotFound(words: string, signer: string): boolean {
  if (!ACCOUNT_NOT_FOUND.some((pattern) => pattern.test(words))) return false;
  const named = (words.match(/\bG[A-Z2-7]{55}\b/g) ?? []).filter((text) => decodeStrKey(text) !== undefined);
  return named.length === 0 || named.includes(signer);
}

/**
 * The body of a 2xx reply.
 * @throws CountersignError SERVICE_REPLY_UNREADABLE naming the fields that are missing or odd
 */
export function parseReply<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.output<Schema> {
  if (reply.body.kind !== 'json') throw unreadableReply(reply);
  const parsed = schema.safeParse(reply.body.value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(
    (issue): FieldText => ({
      path: issue.path.length === 0 ? '(the whole reply)' : issue.path.join('.'),
      problem: valueAt(reply.body, issue.path) === undefined ? 'is missing' : issue.message,
    }),
  );
  const words = serviceWords(reply.body.value);
  throw new CountersignError('SERVICE_REPLY_UNREADABLE', {
    message: `The escrow service returned an unexpected response: ${fields.map(({ path, problem }) => `${path} ${problem}`).join(', ')}.`,
    fields,
    ...(words === '' ? {} : { detail: words }),
  });
}

function valueAt(body: Reply['body'], path: readonly PropertyKey[]): unknown {
  const root = body.kind === 'json' ? body.value : undefined;
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], root);
}

/** Fields in which services of this interface, and Horizon behind them, put their words. */
const SPOKEN_FIELDS = ['message', 'error', 'detail', 'title', 'extras', 'result_codes', 'transaction', 'operations'];

/** "Bad Request" next to a message only repeats the status, and "Not Found" would read like part of the message. */
const STATUS_PHRASES: ReadonlySet<string | undefined> = new Set(Object.values(STATUS_CODES));

const LONGEST = 2_000;

/** All that the body says, joined: to be matched, or shown as labelled data, never as our own words. */
export function serviceWords(value: unknown): string {
  const words = new Set<string>();
  collect(value, words, 0);
  const telling = [...words].filter((word) => !STATUS_PHRASES.has(word));
  return (telling.length > 0 ? telling : [...words]).join('; ').slice(0, LONGEST);
}

function collect(value: unknown, words: Set<string>, depth: number): void {
  if (words.size >= 20 || depth > 4) return;
  if (typeof value === 'string') {
    if (value !== '') words.add(value.slice(0, LONGEST));
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) collect(item, words, depth + 1);
  } else if (isObject(value)) {
    for (const field of SPOKEN_FIELDS) collect(value[field], words, depth + 1);
  }
}
