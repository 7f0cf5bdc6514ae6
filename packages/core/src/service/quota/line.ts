/** The queue for a quota's places: by priority; refuses callers as soon as they could only start too late. */
import { CountersignError } from '../../errors/errors.ts';
import type { Call, Caller } from '../http/call.ts';
import type { Job } from './quota.ts';

/** A wait this short is never refused, whatever time the job needs. */
const AT_ONCE_MS = 1_000;

export type Waiter = {
  readonly job: Job;
  readonly call: Call;
  readonly since: number;
  readonly start: () => Promise<void>;
};

/** Times on `performance`'s clock, in milliseconds. */
export type Places = {
  readonly most: number;
  /** How long a place is held after its request, in milliseconds. */
  readonly holdMs: number;
  /** The places that are free right now. */
  free(): number;
  /** When the places of finished requests come back, earliest first. */
  returns(): readonly number[];
  pausedUntil(): number;
};

export type Line = {
  readonly waiters: readonly Waiter[];
  /** Runs `request` when `next` picks it. @param joined called once it waits, to review the queue or update it first */
  run<T>(request: () => Promise<T>, job: Job, call: Call, joined: () => void): Promise<T>;
  next(): Waiter | undefined;
  /** Refuses everyone who cannot start before their deadline, now and as soon as time alone makes it so. */
  review(): void;
  refusals(): number;
};

export function createLine(places: Places): Line {
  /** By priority, then in order of arrival. */
  const waiters: Waiter[] = [];
  let refusals = 0;
  let reviewTimer: NodeJS.Timeout | undefined;

  /** The earliest start of the waiter at `place`; `slides`: it assumes that a running request ends now. */
  function forecast(place: number): { readonly at: number; readonly slides: boolean } {
    const now = performance.now();
    const free = places.free();
    const slot = place % places.most;
    const known = slot < free ? now : places.returns()[slot - free];
    const rounds = Math.floor(place / places.most);
    return {
      at: Math.max(known ?? now + places.holdMs, places.pausedUntil()) + rounds * places.holdMs,
      slides: known === undefined,
    };
  }

  function review(): void {
    let next = Number.POSITIVE_INFINITY;
    for (let place = 0; place < waiters.length; ) {
      const waiter = waiters[place] as Waiter;
      const { at, slides } = forecast(place);
      for (const caller of [...waiter.call.callers]) {
        const slack = latestStart(waiter, caller) - at;
        if (slack < 0) caller.leave(refusal(at));
        else if (slides) next = Math.min(next, slack);
      }
      // When its last caller leaves, the waiter is removed and the next one moves up.
      if (waiters[place] === waiter) place++;
    }
    clearTimeout(reviewTimer);
    // `unref`, since every waiting caller has a timer of its own.
    if (next < Number.POSITIVE_INFINITY) reviewTimer = setTimeout(review, next + 1).unref();
  }

  function refusal(at: number): CountersignError {
    refusals++;
    return new CountersignError('RATE_LIMITED', { retryAfterMs: Math.ceil(Math.max(at - performance.now(), 0)) });
  }

  return {
    waiters,
    run: (request, job, call, joined) =>
      new Promise((resolve, reject) => {
        const { signal } = call;
        const leave = () => {
          const place = waiters.indexOf(waiter);
          const { at } = forecast(place);
          waiters.splice(place, 1);
          // A timeout in the queue means that the start came later than forecast.
          reject(isTimeout(signal.reason) ? refusal(at) : signal.reason);
        };
        const waiter: Waiter = {
          job,
          call,
          since: performance.now(),
          start: () => {
            signal.removeEventListener('abort', leave);
            return request().then(resolve, reject);
          },
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', leave, { once: true });
        const behind = waiters.findIndex((other) => other.job.priority > job.priority);
        waiters.splice(behind === -1 ? waiters.length : behind, 0, waiter);
        joined();
      }),
    next: () => waiters.shift(),
    review,
    refusals: () => refusals,
  };
}

/** A later start leaves too little time. A caller that had little from the beginning may still start at once. */
function latestStart({ job, since }: Waiter, caller: Caller): number {
  const from = Math.max(since, caller.since);
  return Math.max(caller.endsAt - job.needsMs, Math.min(caller.endsAt, from + AT_ONCE_MS));
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof CountersignError && reason.code === 'SERVICE_TIMEOUT';
}
