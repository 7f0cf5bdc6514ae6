/** What a page asks its own server: an answer as JSON, or an error in core's one shape. */
import { CountersignError, ERROR_CATALOGUE, type ErrorView } from '@countersign/core/errors';
import { isObject } from '@countersign/core/text/fields';
import { format } from '@countersign/core/text/message';
import { language, words } from '../words/words.ts';
import { requestOf } from './ask.ts';
import { attempt } from './attempt.ts';

/** A page's id is the last part of its address; its API's addresses stand below it. */
export const pageId = location.pathname.replace(/^.*\//, '');

/**
 * @param path below the page's own address. @param has a field of every answer, so that a proxy's own is recognised
 * @throws CountersignError the server's own, or SERVICE_UNREACHABLE where something else answered, or nothing did
 */
export const askServer = <Reply>(path: string, has: string, body?: object, signal?: AbortSignal): Promise<Reply> =>
  askAddress(`${pageId}/${path}`, has, body, signal);

/** As `askServer`, for the rest of the server: an address relative to the page's own. */
export async function askAddress<Reply>(
  address: string,
  has: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Reply> {
  const { ok, status, text } = await fetch(address, requestOf(body, signal))
    .then(async (reply) => ({ ok: reply.ok, status: reply.status, text: await reply.text() }))
    .catch((cause) => {
      throw unreachable(words().page.unreachable, cause);
    });
  const answer: unknown = attempt(() => JSON.parse(text));
  if (ok && isObject(answer) && has in answer) return answer as Reply;
  throw errorFrom(answer) ?? unreachable(format(words().page.another, { status }));
}

/** @returns nothing if the answer is not Countersign's error but, say, a proxy's */
export function errorFrom(answer: unknown): CountersignError | undefined {
  const view = (answer as { error?: ErrorView } | null | undefined)?.error;
  return view !== undefined && Object.hasOwn(ERROR_CATALOGUE, view.code)
    ? new CountersignError(view.code, view)
    : undefined;
}

export function unreachable(message: string, cause?: unknown): UnreachableError {
  const text = { message, remedy: words().page.checkItRuns, language: language() };
  return new UnreachableError('SERVICE_UNREACHABLE', { ...text, cause });
}

/** The page's own server did not answer; cleared as soon as it does. */
export class UnreachableError extends CountersignError {}
