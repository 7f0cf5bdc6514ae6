/** Turns a failed reply into an error that tells a person what to do. */
import { CountersignError } from '../../errors/errors.ts';
import { decodeStrKey } from '../../escrow/index.ts';
import type { Reply } from './http.ts';
import { serviceWords } from './service-words.ts';

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
  const said = words === '' ? {} : { detail: words };
  // An opaque redirect (status 0) is how the fetch standard reports one that was not followed.
  if (status === 0 || REDIRECTS.includes(status)) return new CountersignError('SERVICE_REDIRECTED');
  if (status === 401 || status === 403) return new CountersignError('SERVICE_UNAUTHORIZED', said);
  if (status === 429) {
    const message = 'The escrow service says that it got too many requests.';
    const retryAfterMs = reply.retryAfterMs ?? DEFAULT_429_PAUSE_MS;
    return new CountersignError('RATE_LIMITED', { message, retryAfterMs, ...said });
  }
  if (signer !== undefined && saysSignerNotFound(words, signer)) return new CountersignError('SIGNER_NOT_FOUND', said);
  if (status >= 500 || status === 408 || status === 425) {
    return new CountersignError('SERVICE_FAILED', {
      message: `The escrow service failed (status ${status}).`,
      ...said,
    });
  }
  // Below 400 only a success is expected, and a web page or an empty 404 does not come from the service.
  if (status < 400 || (status !== 400 && body.kind !== 'json')) return unreadableReply(reply);
  const message = `The escrow service refused the request (status ${status}).`;
  return new CountersignError('SERVICE_REFUSED', { message, ...said });
}

/** The error for a reply that does not follow the interface at all. */
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
