/** The page's own API: every answer is a view, or an error in core's one shape. */
import type { NextInput } from '@countersign/core/desk';
import type { ErrorView } from '@countersign/core/errors';
import type { NextReply, PageView, SubmitReply } from '../../page-view.ts';
import { CountersignError, ERROR_CATALOGUE } from '../words/said.ts';
import { language, words } from '../words/words.ts';

/** Longer than the desk ever takes for one call (45 s). */
const TIMEOUT_MS = 60_000;

/** The page's id is the last part of its address; the API's addresses stand below it. */
export const pageId = location.pathname.replace(/^.*\//, '');

export const eventsAddress = `${pageId}/events`;

export const getView = (): Promise<PageView> => ask('view');
/** A person has the page before them. */
export const opened = (): Promise<PageView> => ask('opened', { body: {} });
export const renew = (): Promise<PageView> => ask('renew', { body: {} });
/** @param amount as the person typed it. @param shown the key of the stops that the person had before them */
export const confirm = (amount: string, shown: string): Promise<PageView> =>
  ask('confirm', { body: { amount, shown } });
/** Gives a name to an address, in the address book of whoever the handle belongs to. */
export const nameAddress = (name: string, address: string): Promise<PageView> =>
  ask('name', { body: { name, address } });
export const decline = (reason: string): Promise<PageView> => ask('decline', { body: { reason } });
/** Safe to repeat: the desk sends a transaction once, however often its signature is delivered. */
export const submit = (signedXdr: string, signal?: AbortSignal): Promise<SubmitReply> =>
  ask('submit', { body: { signedXdr }, ...(signal === undefined ? {} : { signal }) });
export const askAgain = (): Promise<PageView> => ask('ask-again', { body: {} });
/** The next step of a settled escrow. @returns with the id of that step's own page */
export const prepareNext = (step: NextInput): Promise<NextReply> => ask('next', { body: step });
export const declareFailed = (): Promise<PageView> => ask('declare-failed', { body: {} });

type Request = { readonly body?: object; readonly signal?: AbortSignal };

/** @throws CountersignError the server's own, or SERVICE_UNREACHABLE where something else answered, or nothing did */
async function ask<Reply extends PageView>(path: string, { body, signal }: Request = {}): Promise<Reply> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const options = {
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
  const { ok, status, text } = await fetch(`${pageId}/${path}`, options)
    .then(async (reply) => ({ ok: reply.ok, status: reply.status, text: await reply.text() }))
    .catch((cause) => {
      throw unreachable(words().page.unreachable, cause);
    });
  const answer = parsed(text);
  if (ok && typeof answer === 'object' && answer !== null && 'offer' in answer) return answer as Reply;
  throw errorFrom(answer) ?? unreachable(words().page.another(status));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns nothing where the answer is no error of Countersign's, but of something in between */
export function errorFrom(answer: unknown): CountersignError | undefined {
  const view = (answer as { error?: ErrorView } | null | undefined)?.error;
  return view !== undefined && Object.hasOwn(ERROR_CATALOGUE, view.code)
    ? new CountersignError(view.code, view)
    : undefined;
}

export function unreachable(message: string, cause?: unknown): UnreachableError {
  const said = { message, remedy: words().page.checkItRuns, language: language() };
  return new UnreachableError('SERVICE_UNREACHABLE', { ...said, cause });
}

/** The page's own server did not answer; this is no longer true as soon as it does. */
export class UnreachableError extends CountersignError {}
