/**
 * The quota of one process. Bottleneck counts: a job of it holds one of N places from before a request until 60 s after
 * the request's *end*, because the service may have counted it as late as that. (Its reservoir refreshes at fixed times,
 * which lets nearly 2 N requests into one window.) What stands here is who gets the next place, and who is refused
 * since it would come too late.
 */
import Bottleneck from 'bottleneck';
import { CountersignError } from '../../errors/errors.ts';
import type { Call, Caller } from '../http/call.ts';
import type { Job, Quota } from './quota.ts';

/** The window, and a little more: timers fire early by up to a millisecond, and clocks drift. */
const HOLD_MS = 60_000 + 50;

/** A start that comes this soon is taken whatever the job would like: only real waiting is refused. */
const AT_ONCE_MS = 1_000;

/** Places that wait for callers: Bottleneck takes three timers for each, which no caller should have to wait for. */
const SPARE = 10;

type Waiter = {
  readonly job: Job;
  readonly call: Call;
  readonly since: number;
  readonly start: () => Promise<void>;
};

/** @param requestsPerMinute how many requests the service may count in any 60 s */
export function createBottleneckQuota(requestsPerMinute: number): Quota {
  // Bottleneck plans by the wall clock. Without this it would hold all jobs while one that was set back catches up.
  const bottleneck = new Bottleneck({ maxConcurrent: requestsPerMinute, minTime: Number.NEGATIVE_INFINITY });
  /** Who waits, by priority. */
  const waiting: Waiter[] = [];
  /** Places that nobody has taken yet. */
  const spare: ((waiter: Waiter) => void)[] = [];
  /** When the places of requests that are over come back, earliest first. */
  const returns: number[] = [];
  let jobs = 0;
  let pausedUntil = 0;
  let refusals = 0;
  let reviewTimer: NodeJS.Timeout | undefined;

  const tokensLeft = () => requestsPerMinute - bottleneck.counts().EXECUTING + spare.length;

  /** Asks Bottleneck for as many places as there are callers, and a few to spare. */
  function requestPlaces(): void {
    const { RECEIVED, QUEUED, RUNNING } = bottleneck.counts();
    const coming = RECEIVED + QUEUED + RUNNING + spare.length;
    for (let place = coming; place < waiting.length + SPARE; place++) {
      // An id of our own: Bottleneck's random ones may meet, and it throws then.
      void bottleneck.schedule({ id: `${jobs++}` }, servePlace);
    }
  }

  /** One job of Bottleneck's: it has a place until it ends. Never rejects. */
  async function servePlace(): Promise<void> {
    await new Promise<void>((over) => {
      spare.push((waiter) => over(waiter.start()));
      startWaiting();
    });
    returns.push(performance.now() + HOLD_MS);
    review();
    // In full also after an abort: the request may have arrived, or may yet.
    await new Promise<void>((back) => setTimeout(back, HOLD_MS).unref());
    returns.shift();
  }

  function startWaiting(): void {
    let started = false;
    while (waiting.length > 0 && spare.length > 0 && pausedUntil <= performance.now()) {
      spare.shift()?.(waiting.shift() as Waiter);
      started = true;
    }
    // From now on the forecasts of those who wait for these places slide.
    if (started) review();
    requestPlaces();
  }

  /** The earliest that the waiter at `place` can start; `slides`: a running request is taken to end now. */
  function forecast(place: number): { readonly at: number; readonly slides: boolean } {
    const now = performance.now();
    const free = tokensLeft();
    const slot = place % requestsPerMinute;
    const known = slot < free ? now : returns[slot - free];
    const rounds = Math.floor(place / requestsPerMinute);
    return { at: Math.max(known ?? now + HOLD_MS, pausedUntil) + rounds * HOLD_MS, slides: known === undefined };
  }

  /** Refuses everyone who cannot start before their deadline, now and as soon as time alone makes it so. */
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
    // Keeps no process alive: each caller who waits has a timer of their own.
    if (next < Number.POSITIVE_INFINITY) reviewTimer = setTimeout(review, next + 1).unref();
  }

  function refusal(at: number): CountersignError {
    refusals++;
    return new CountersignError('RATE_LIMITED', { retryAfterMs: Math.ceil(Math.max(at - performance.now(), 0)) });
  }

  function resume(): void {
    const left = pausedUntil - performance.now();
    if (left > 0) setTimeout(resume, left).unref();
    else startWaiting();
  }

  requestPlaces();
  return {
    run: (request, job, call) =>
      new Promise((resolve, reject) => {
        const { signal } = call;
        const leave = () => {
          const place = waiting.indexOf(waiter);
          const { at } = forecast(place);
          waiting.splice(place, 1);
          // The time can end in the queue only if the start came later than forecast.
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
        const behind = waiting.findIndex((other) => other.job.priority > job.priority);
        waiting.splice(behind === -1 ? waiting.length : behind, 0, waiter);
        review();
        startWaiting();
      }),
    pause: async (ms) => {
      const idle = pausedUntil <= performance.now();
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      review();
      if (idle) resume();
    },
    callersChanged: review,
    state: () => ({
      tokensLeft: tokensLeft(),
      pausedForMs: Math.max(Math.ceil(pausedUntil - performance.now()), 0),
      refusals,
    }),
  };
}

/** A start after that leaves too little time. A caller with little from the beginning may still start at once. */
function latestStart({ job, since }: Waiter, caller: Caller): number {
  const from = Math.max(since, caller.since);
  return Math.max(caller.endsAt - job.needsMs, Math.min(caller.endsAt, from + AT_ONCE_MS));
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof CountersignError && reason.code === 'SERVICE_TIMEOUT';
}
