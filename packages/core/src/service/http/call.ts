/** A call's time budget and its caller's cancellation, as one signal. */
import { CountersignError } from '../../errors/errors.ts';
import type { ServiceCallOptions } from '../escrow-service.ts';

/** The longest a call takes in all: waiting for the quota, every try, the reply. Hosts give up at 60 s. */
const CALL_BUDGET_MS = 45_000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type Call = {
  /** Aborts with the CountersignError that the call should then throw: CANCELLED, SERVICE_TIMEOUT or RATE_LIMITED. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** The callers that wait for it: one, or several that share it. */
  readonly callers: Iterable<Caller>;
};

/** Times on `performance`'s clock, in milliseconds. */
export type Caller = {
  readonly since: number;
  readonly endsAt: number;
  /** Ends it for this caller alone. */
  leave(reason: CountersignError): void;
  /** Called for each request, with this caller's share of it. */
  onRequest(share: number): void;
  /** The ids of its calls, for logs. */
  readonly ids?: () => readonly string[];
};

/**
 * Runs `work` within the budget. The deadline is wall-clock time, read once; the budget itself runs on a clock
 * that cannot be set back.
 */
export async function withinBudget<T>(
  options: ServiceCallOptions,
  now: () => number,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const budget = options.deadline === undefined ? CALL_BUDGET_MS : Math.max(options.deadline - now(), 0);
  const since = performance.now();
  const endsAt = since + budget;
  const controller = new AbortController();
  const cancel = () => controller.abort(new CountersignError('CANCELLED'));
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener('abort', cancel, { once: true });
  const expire = () => controller.abort(new CountersignError('SERVICE_TIMEOUT'));
  if (budget === 0) expire();
  const timer = setTimeout(expire, Math.min(budget, LONGEST_TIMER_MS));
  try {
    return await work({
      signal: controller.signal,
      remainingMs: () => Math.max(endsAt - performance.now(), 0),
      callers: [
        {
          since,
          endsAt,
          leave: (reason) => controller.abort(reason),
          onRequest: (share) => options.onRequest?.(share),
          ids: () => (options.callId === undefined ? [] : [options.callId]),
        },
      ],
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
