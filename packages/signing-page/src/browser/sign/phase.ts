/** How long the transaction on screen can still be signed. */
import { serverTime } from '../parts/server-time.ts';

/** With less than this many seconds left there is no time to sign: a new one is prepared first. */
const LAST_SECONDS = 30;

export type Phase = 'in time' | 'last seconds' | 'over';

/** @param end epoch milliseconds by the desk's clock */
export function phaseOf(end: number): Phase {
  const left = end - serverTime();
  if (left <= 0) return 'over';
  return left < LAST_SECONDS * 1_000 ? 'last seconds' : 'in time';
}
