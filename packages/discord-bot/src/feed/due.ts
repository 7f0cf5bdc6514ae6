/** When a card is checked again: when its offer expires, and in turn with the others. */
import type { TransactionStatus } from '@countersign/core';
import type { Next } from './rounds.ts';

/** Between two questions after one card, where few are followed. */
const TURN_MS = 3_000;
/** For offers that can only be renewed, which is reported as a change. */
const OVER_TURN_MS = 15_000;
const SENT: readonly TransactionStatus['status'][] = ['sending', 'accepted', 'unknown'];
const OPEN: readonly TransactionStatus['status'][] = ['prepared', 'to-confirm'];

/** @param end of the following, and `now`: epoch milliseconds */
export function dueOf({ status, neverSent, expiresAt }: TransactionStatus, end: number, now: number): Next {
  const expires = OPEN.includes(status) ? Date.parse(expiresAt) : Number.NaN;
  const isSent = SENT.includes(status) && neverSent !== true;
  return {
    at: expires > now ? Math.min(expires, end) : end,
    afterMs: isSent || neverSent === true || OPEN.includes(status) ? TURN_MS : OVER_TURN_MS,
    isSent,
  };
}
