/** Who may call the service now, by one credential. Every implementation passes `describeQuota` of the testkit. */

import { CountersignError } from '../../errors/errors.ts';
import type { ServiceMetrics } from '../escrow-service.ts';
import type { Call, Caller } from '../http/call.ts';

export type Job = {
  /** Lower goes first; equal ones in order of arrival. */
  readonly priority: number;
  /** The time that must be left when the request starts; it is refused rather than started later. */
  readonly needsMs: number;
};

export type Quota = {
  /**
   * Waits until a request may start. In ANY 60 s the service counts no more requests than the quota allows, at whichever
   * moment of a request it counts. Each caller is refused with RATE_LIMITED and `retryAfterMs` as soon as the start would
   * come too late for it. A caller that leaves or is refused before the start uses no quota.
   * @returns gives the place back; to be called once the request is over
   * @throws the call's reason if it ends before the start
   */
  take(job: Job, call: Call): Promise<() => void>;
  /** Pauses all requests for so long, after a 429. */
  pause(ms: number): Promise<void>;
  /** A caller was added to a call that waits already; it may have less time than the others. */
  callersChanged(): void;
  /** As far as this process knows. */
  state(): QuotaState;
};

export type QuotaState = Pick<ServiceMetrics, 'tokensLeft' | 'pausedForMs' | 'waiting' | 'refusals'>;

/** Makes a request as soon as it may start. */
export async function inPlace<T>(
  quota: Pick<Quota, 'take'>,
  request: () => Promise<T>,
  ...start: Parameters<Quota['take']>
): Promise<T> {
  const release = await quota.take(...start);
  try {
    return await request();
  } finally {
    release();
  }
}

/** A wait this short is never refused, regardless of the time that the job needs, and not reported. */
const AT_ONCE_MS = 1_000;

/** The queue for a quota's places: by priority; refuses callers as soon as they could only start too late. */
export type Waiter = {
  readonly job: Job;
  readonly call: Call;
  readonly waitingSince: number;
  /** Grants it the place. Its promise settles when the request is over. */
  readonly start: () => Promise<void>;
};

/** Times on `performance`'s clock, in milliseconds. */
type Places = {
  readonly most: number;
  /** How long a place is held after its request, in milliseconds. */
  readonly holdMs: number;
  free(): number;
  /** When the places of finished requests come back, earliest first. */
  returns(): readonly number[];
};

export function createLine(places: Places) {
  /** By priority, then in order of arrival. */
  const waiters: Waiter[] = [];
  /** Those that know how long they wait. */
  const informed = new WeakSet<Caller>();
  let refusals = 0;
  let pausedUntil = 0;
  let reviewTimer: NodeJS.Timeout | undefined;

  /** The earliest start of the waiter at `place`; `slides`: it assumes that a running request ends now. */
  function forecast(place: number): { readonly at: number; readonly slides: boolean } {
    const now = performance.now();
    const free = places.free();
    const slot = place % places.most;
    const known = slot < free ? now : places.returns()[slot - free];
    const rounds = Math.floor(place / places.most);
    return {
      at: Math.max(known ?? now + places.holdMs, pausedUntil) + rounds * places.holdMs,
      slides: known === undefined,
    };
  }

  /** Refuses everyone who cannot start before their deadline, now and as soon as time alone makes it so. */
  function review(): void {
    let next = Number.POSITIVE_INFINITY;
    for (let place = 0; place < waiters.length; ) {
      const waiter = waiters[place] as Waiter;
      const { at, slides } = forecast(place);
      for (const caller of [...waiter.call.callers]) {
        const slack = latestStart(waiter, caller) - at;
        if (slack < 0) caller.leave(refusal(at));
        else {
          inform(caller, at - performance.now());
          if (slides) next = Math.min(next, slack);
        }
      }
      // When its last caller leaves, the waiter is removed and the next one moves up.
      if (waiters[place] === waiter) place++;
    }
    clearTimeout(reviewTimer);
    // `unref`, since every waiting caller has a timer of its own.
    if (next < Number.POSITIVE_INFINITY) reviewTimer = setTimeout(review, next + 1).unref();
  }

  function inform(caller: Caller, waitMs: number): void {
    if (waitMs <= AT_ONCE_MS || informed.has(caller)) return;
    informed.add(caller);
    caller.onWait(Math.ceil(waitMs));
  }

  function refusal(at: number): CountersignError {
    refusals++;
    return new CountersignError('RATE_LIMITED', { retryAfterMs: Math.ceil(Math.max(at - performance.now(), 0)) });
  }

  return {
    waiters: waiters as readonly Waiter[],
    /** Waits until `next` picks it. @param joined called once it waits, to review the queue or update it first */
    take: (job: Job, call: Call, joined: () => void) =>
      new Promise<() => void>((resolve, reject) => {
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
          waitingSince: performance.now(),
          start: () => {
            signal.removeEventListener('abort', leave);
            return new Promise((over) => resolve(over));
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
    /** Nothing starts for so long, from now on at least. */
    pause: (ms: number): void => {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
    },
    pausedForMs: () => Math.max(pausedUntil - performance.now(), 0),
    state: (): QuotaState => ({
      tokensLeft: places.free(),
      pausedForMs: Math.max(Math.ceil(pausedUntil - performance.now()), 0),
      waiting: waiters.length,
      refusals,
    }),
  };
}

/** A later start leaves too little time. A caller that had little from the beginning may still start at once. */
function latestStart({ job, waitingSince }: Waiter, caller: Caller): number {
  const from = Math.max(waitingSince, caller.startedAt);
  return Math.max(caller.endsAt - job.needsMs, Math.min(caller.endsAt, from + AT_ONCE_MS));
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof CountersignError && reason.code === 'SERVICE_TIMEOUT';
}

export type Want = {
  /** Lower goes first, over all processes. */
  readonly priority: number;
  readonly count: number;
};

export type Taken = {
  /** One for each place that was granted. */
  readonly leases: readonly string[];
  /** Milliseconds until each other place comes back, soonest first; places of running requests are left out. */
  readonly backIn: readonly number[];
  readonly left: number;
  /** How long requests are paused; 0 if they are not. */
  readonly pausedForMs: number;
};

/** Places that several processes share: each is held from before a request until 60 s after its end, by one clock. */
export type Slots = {
  /** Takes the free places, and notes what this process still wants, so that others leave room for it. */
  take(wants: readonly Want[]): Promise<Taken>;
  prolong(lease: string): Promise<void>;
  /** @param how `used`: the request is over; `unused`: it was never made, and the place is free at once */
  release(lease: string, how: 'used' | 'unused'): Promise<void>;
  pause(ms: number): Promise<void>;
};

/** How long a place is held, in milliseconds. Only tests use shorter times. */
export type Times = { readonly holdMs: number; readonly leaseMs: number };

/** The window, and a little more: clocks drift, and the service may have counted a request as late as at its end. */
export const HOLD_MS = 60_000 + 50;
/** The lease of a running request's place; `prolong` renews it. */
export const LEASE_MS = 60_000;
export const TIMES: Times = { holdMs: HOLD_MS, leaseMs: LEASE_MS };
