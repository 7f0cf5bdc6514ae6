/**
 * At most N requests in ANY 60 seconds, as the service sees them, and all N at once after quiet.
 *
 * A Bottleneck reservoir of N tokens; a request's token comes back 60 s after the request's *end*, because the
 * service may have counted it as late as that (Bottleneck's own refresh and increase intervals let far more into
 * one window). Bottleneck hands out turns; who takes a turn is decided here when it comes, so that a waiting
 * send goes before a queue of balance reads, one who gave up costs nobody a turn, and how long a wait would be
 * is known at once.
 */
import Bottleneck from 'bottleneck';
import { CountersignError } from '../errors.ts';
import type { Call } from './call.ts';

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
   * @throws CountersignError RATE_LIMITED with `retryAfterMs`, as soon as it is known that the turn would come too
   *   late; CANCELLED as soon as the call is cancelled. Neither costs a token.
   */
  run<T>(work: () => Promise<T>, job: Job, call: Call): Promise<T>;
  /** Nothing starts for so long: the service said that it had too many requests. */
  pause(ms: number): void;
};

type Waiter = {
  readonly priority: number;
  readonly latestStart: number;
  readonly start: () => Promise<void>;
  readonly refuse: (waitMs: number) => void;
};

export function createLimiter(requestsPerMinute: number): Limiter {
  const bottleneck = new Bottleneck({ reservoir: requestsPerMinute });
  const waiting: Waiter[] = [];
  /** When each held token comes back, earliest first. */
  const returns: number[] = [];
  let free = requestsPerMinute;
  let turnsAsked = 0;
  let pausedUntil = 0;

  /** The earliest that the waiter at `place` can start; requests still running are taken to end now. */
  function forecast(place: number): number {
    if (place >= requestsPerMinute) return forecast(place - requestsPerMinute) + HOLD_MS;
    const now = performance.now();
    const token = place < free ? now : (returns[place - free] ?? now + HOLD_MS);
    return Math.max(token, pausedUntil);
  }

  /** Tells everyone who would wait in vain. */
  function review(): void {
    for (let place = 0; place < waiting.length; ) {
      const waiter = waiting[place] as Waiter;
      const startsAt = forecast(place);
      if (startsAt > waiter.latestStart) {
        waiting.splice(place, 1);
        waiter.refuse(startsAt - performance.now());
      } else place++;
    }
  }

  function askForTurns(): void {
    for (; turnsAsked < waiting.length; turnsAsked++) void bottleneck.schedule(takeTurn);
  }

  /** Never rejects: what the work throws belongs to its caller. */
  async function takeTurn(): Promise<void> {
    while (pausedUntil > performance.now()) await sleep(pausedUntil - performance.now());
    turnsAsked--;
    const waiter = waiting.shift();
    if (waiter === undefined) {
      void bottleneck.incrementReservoir(1);
      return;
    }
    free--;
    await waiter.start();
    returns.push(performance.now() + HOLD_MS);
    // Held in full also after an abort: the request may have arrived, or may yet.
    setTimeout(() => {
      returns.shift();
      free++;
      void bottleneck.incrementReservoir(1);
    }, HOLD_MS).unref();
    review();
  }

  return {
    run: (work, job, call) =>
      new Promise((resolve, reject) => {
        const left = call.remainingMs();
        const leave = () => {
          const place = waiting.indexOf(waiter);
          // The budget can end in the queue only if running requests took longer than forecast.
          const late = call.signal.reason instanceof CountersignError && call.signal.reason.code === 'SERVICE_TIMEOUT';
          const waitMs = forecast(place) - performance.now();
          waiting.splice(place, 1);
          if (late) waiter.refuse(waitMs);
          else reject(call.signal.reason);
        };
        const waiter: Waiter = {
          priority: job.priority,
          latestStart: performance.now() + Math.max(left - job.needsMs, Math.min(left, AT_ONCE_MS)),
          start: () => {
            call.signal.removeEventListener('abort', leave);
            return work().then(resolve, reject);
          },
          refuse: (waitMs) => {
            call.signal.removeEventListener('abort', leave);
            reject(new CountersignError('RATE_LIMITED', { retryAfterMs: Math.ceil(Math.max(waitMs, 0)) }));
          },
        };
        if (call.signal.aborted) return reject(call.signal.reason);
        call.signal.addEventListener('abort', leave, { once: true });
        const behind = waiting.findIndex((other) => other.priority > job.priority);
        waiting.splice(behind === -1 ? waiting.length : behind, 0, waiter);
        review();
        askForTurns();
      }),
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      review();
    },
  };
}

/** Keeps no process alive: whoever waits has a timer of their own. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
