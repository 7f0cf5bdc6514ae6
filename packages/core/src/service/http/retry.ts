/** Retries, for operations that change nothing. */
import { type Call, pause } from './call.ts';
import type { Exchange } from './http.ts';

const MAX_TRIES = 4;

const FIRST_DELAY_MS = 500;
const PASSING_STATUSES: readonly number[] = [502, 503, 504];

/**
 * Retries after a broken connection, 502, 503, 504 and 429, while the call has time. @returns the last exchange. After a
 * 429 the quota holds back every request, so no delay is added here.
 * @throws the call's reason if it is aborted between two attempts
 */
export async function withRetries(attempt: () => Promise<Exchange>, call: Call): Promise<Exchange> {
  for (let tries = 1; ; tries++) {
    const last = await attempt();
    const delay = retryDelay(last, tries);
    if (delay === undefined || tries === MAX_TRIES || delay >= call.remainingMs()) return last;
    await pause(delay, call.signal);
  }
}

function retryDelay(last: Exchange, tries: number): number | undefined {
  if (last.kind === 'failed') return last.cause === 'connection' ? backoff(tries) : undefined;
  if (last.status === 429) return 0;
  // A delay that the server asked for is not randomised.
  if (PASSING_STATUSES.includes(last.status)) return last.retryAfterMs ?? backoff(tries);
  return last.body.kind === 'broken-off' && last.status < 300 ? backoff(tries) : undefined;
}

/** 0.5 s, 1 s, 2 s, each minus a random part of up to half, so that many clients do not retry together. */
function backoff(tries: number): number {
  return FIRST_DELAY_MS * 2 ** (tries - 1) * (1 - Math.random() / 2);
}
