/** The page's own API: every answer is a view, or an error in core's one shape. */
import { CountersignError, ERROR_CATALOGUE, type ErrorView } from '@countersign/core/errors';
import type { PageView } from '../page-view.ts';

/** Longer than the desk ever takes for one call (45 s). */
const TIMEOUT_MS = 60_000;

/** The page's id is the last part of its address; the API's addresses stand below it. */
const base = location.pathname.replace(/^.*\//, '');

export const eventsAddress = `${base}/events`;

export const getView = (): Promise<PageView> => ask('view');
export const renew = (): Promise<PageView> => ask('renew', {});
export const submit = (signedXdr: string): Promise<PageView> => ask('submit', { signedXdr });
export const askAgain = (): Promise<PageView> => ask('ask-again', {});
export const declareFailed = (): Promise<PageView> => ask('declare-failed', {});

/** @throws CountersignError the server's own, or SERVICE_UNREACHABLE where this page's server is not there */
async function ask(path: string, body?: object): Promise<PageView> {
  let reply: Response;
  try {
    reply = await fetch(`${base}/${path}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new CountersignError('SERVICE_UNREACHABLE', { message: UNREACHABLE, remedy: START_AGAIN, cause });
  }
  const answer: unknown = await reply.json().catch(() => undefined);
  if (reply.ok) return answer as PageView;
  throw errorFrom(answer);
}

export function errorFrom(answer: unknown): CountersignError {
  const view = (answer as { error?: ErrorView } | undefined)?.error;
  if (view === undefined || !Object.hasOwn(ERROR_CATALOGUE, view.code)) return new CountersignError('INTERNAL');
  return new CountersignError(view.code, view);
}

const UNREACHABLE = 'Countersign does not answer this page.';
const START_AGAIN =
  'Check that it is still running where this page came from. What you signed is not lost: the page tries again by itself.';
