/**
 * At most N requests in ANY 60 seconds, as the service sees them, and all N at once after quiet.
 *
 * A Bottleneck reservoir of N tokens; a request's token comes back 60 s after the request's *end*, because the
 * service may have counted it as late as that (Bottleneck's own refresh and increase intervals let far more into
 * one window). Bottleneck hands out turns; who takes a turn is decided here when it comes, so that a waiting
 * send goes before a queue of balance reads, one who gave up costs nobody a turn, and how long a wait would be
 * is known at once.
 */
import { CountersignError } from '../../errors/errors.ts';
import type { Call, Caller } from '../http/call.ts';
import { createTurns } from './turns.ts';

/** The window, and a little more: timers fire early by up to a millisecond, and clocks drift. */
const HOLD_MS = 60_000 + 50;

/** A turn that comes this soon is taken whatever the job would like: only real waiting is refused. */
const AT_ONCE_MS = 1_000;

export type Job = {
  /** Lower goes first; equal ones in the order they came. */
  readonly priority: number;
  /** The time a request should have left at its start; one that would start later is refused instead. */
  readonly needsMs: number;
};

export type Limiter = {
  /**
   * Runs `work` when its turn comes; its request must be over when it settles.
   * Each of the call's callers is refused as soon as it is known that the turn would come too late for it:
   * RATE_LIMITED with `retryAfterMs`. With the last one the place is free again; that costs no token.
   * @throws the call's reason if it ends before its turn
   */
  run<T>(work: () => Promise<T>, job: Job, call: Call): Promise<T>;
  /** Nothing starts for so long: the service said that it had too many requests. */
  pause(ms: number): void;
  /** Looks at everyone again: somebody joined a call that waits. */
  review(): void;
  view(): LimiterView;
};

type LimiterView = {
  /** How many calls wait at each priority that has any. */
  readonly waiting: ReadonlyMap<number, number>;
  /** Requests that could start this moment, if nothing is paused. */
  readonly tokensLeft: number;
  readonly running: number;
  /** How long nothing starts because the service said so; 0 if something may. */
  readonly pausedForMs: number;
  /** Callers who were refused because their turn would have come too late, since the start. */
  readonly refusals: number;
};

type Waiter = {
  readonly job: Job;
  readonly call: Call;
  readonly since: number;
  readonly start: () => Promise<void>;
};

export function createLimiter(requestsPerMinute: number): Limiter {
  const turns = createTurns(requestsPerMinute, dispatch);
  const waiting: Waiter[] = [];
  /** When each held token comes back, earliest first. */
  const returns: number[] = [];
  let free = requestsPerMinute;
  let pausedUntil = 0;
  let refusals = 0;
  let reviewTimer: NodeJS.Timeout | undefined;

  /** The earliest that the waiter at `place` can start; `slides`: a running request is taken to end now. */
  function forecast(place: number): { readonly at: number; readonly slides: boolean } {
    const now = performance.now();
    const slot = place % requestsPerMinute;
    const known = slot < free ? now : returns[slot - free];
    const rounds = Math.floor(place / requestsPerMinute);
    return { at: Math.max(known ?? now + HOLD_MS, pausedUntil) + rounds * HOLD_MS, slides: known === undefined };
  }

  /** Tells everyone who would wait in vain, now and when time alone makes it so. */
  function review(): void {
    let next = Number.POSITIVE_INFINITY;
    for (let place = 0; place < waiting.length; ) {
      const waiter = waiting[place] as Waiter;
      const { at, slides } = forecast(place);
      for (const caller of [...waiter.call.callers]) {
        const slack = latestStart(waiter, caller) - at;
        if (slack < 0) caller.leave(refusal(at));
        else if (slides) next = Math.min(next, slack);
      }
      // Without its last caller it is gone, and another stands in its place.
      if (waiting[place] === waiter) place++;
    }
    clearTimeout(reviewTimer);
    // Keeps no process alive: whoever waits has a timer of their own.
    if (next < Number.POSITIVE_INFINITY) reviewTimer = setTimeout(review, next + 1).unref();
  }

  function refusal(at: number): CountersignError {
    refusals++;
    return new CountersignError('RATE_LIMITED', { retryAfterMs: Math.ceil(Math.max(at - performance.now(), 0)) });
  }

  function dispatch(): void {
    while (waiting.length > 0 && pausedUntil <= performance.now() && turns.take()) {
      void begin(waiting.shift() as Waiter);
    }
  }

  async function begin(waiter: Waiter): Promise<void> {
    free--;
    const over = waiter.start();
    // From now on the forecasts of those who wait for its token slide.
    review();
    await over;
    returns.push(performance.now() + HOLD_MS);
    // Held in full also after an abort: the request may have arrived, or may yet.
    setTimeout(() => {
      returns.shift();
      free++;
      turns.giveBack();
    }, HOLD_MS).unref();
    review();
  }

  function resume(): void {
    const left = pausedUntil - performance.now();
    if (left > 0) setTimeout(resume, left).unref();
    else dispatch();
  }

  return {
    run: (work, job, call) =>
      new Promise((resolve, reject) => {
        const { signal } = call;
        const leave = () => {
          const place = waiting.indexOf(waiter);
          const { at } = forecast(place);
          waiting.splice(place, 1);
          // The time can end in the queue only if the turn came later than forecast.
          reject(isTimeout(signal.reason) ? refusal(at) : signal.reason);
        };
        const waiter: Waiter = {
          job,
          call,
          since: performance.now(),
          start: () => {
            signal.removeEventListener('abort', leave);
            return work().then(resolve, reject);
          },
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', leave, { once: true });
        const behind = waiting.findIndex((other) => other.job.priority > job.priority);
        waiting.splice(behind === -1 ? waiting.length : behind, 0, waiter);
        review();
        dispatch();
      }),
    pause: (ms) => {
      const idle = pausedUntil <= performance.now();
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      review();
      if (idle) resume();
    },
    review,
    view: () => ({
      waiting: tally(waiting),
      tokensLeft: free,
      running: requestsPerMinute - free - returns.length,
      pausedForMs: Math.max(Math.ceil(pausedUntil - performance.now()), 0),
      refusals,
    }),
  };
}

/** A start after that leaves too little time. Whoever has little from the beginning may still start at once. */
function latestStart({ job, since }: Waiter, caller: Caller): number {
  const from = Math.max(since, caller.since);
  return Math.max(caller.endsAt - job.needsMs, Math.min(caller.endsAt, from + AT_ONCE_MS));
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof CountersignError && reason.code === 'SERVICE_TIMEOUT';
}

function tally(waiting: readonly Waiter[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { job } of waiting) counts.set(job.priority, (counts.get(job.priority) ?? 0) + 1);
  return counts;
}
