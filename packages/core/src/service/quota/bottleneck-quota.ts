/**
 * The quota of one process. Bottleneck counts: a job of it holds one of N places from before a request until 60 s after
 * the request's *end*, because the service may have counted it as late as that. (Its reservoir refreshes at fixed times,
 * which lets nearly 2 N requests into one window.) Who gets the next place is the line's affair.
 */
import Bottleneck from 'bottleneck';
import { createLine, type Waiter } from './line.ts';
import type { Quota } from './quota.ts';
import { HOLD_MS } from './slots.ts';

/** Places that wait for callers: Bottleneck takes three timers for each, which no caller should have to wait for. */
const SPARE = 10;

/** @param requestsPerMinute how many requests the service may count in any 60 s */
export function createBottleneckQuota(requestsPerMinute: number): Quota {
  // Bottleneck plans by the wall clock. Without this it would hold all jobs while one that was set back catches up.
  const bottleneck = new Bottleneck({ maxConcurrent: requestsPerMinute, minTime: Number.NEGATIVE_INFINITY });
  /** Places that nobody has taken yet. */
  const spare: ((waiter: Waiter) => void)[] = [];
  /** When the places of requests that are over come back, earliest first. */
  const returns: number[] = [];
  let jobs = 0;
  let pausedUntil = 0;

  const tokensLeft = () => requestsPerMinute - bottleneck.counts().EXECUTING + spare.length;
  const line = createLine({
    most: requestsPerMinute,
    holdMs: HOLD_MS,
    free: tokensLeft,
    returns: () => returns,
    pausedUntil: () => pausedUntil,
  });

  /** Asks Bottleneck for as many places as there are callers, and a few to spare. */
  function requestPlaces(): void {
    const { RECEIVED, QUEUED, RUNNING } = bottleneck.counts();
    const coming = RECEIVED + QUEUED + RUNNING + spare.length;
    for (let place = coming; place < line.waiters.length + SPARE; place++) {
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
    line.review();
    // In full also after an abort: the request may have arrived, or may yet.
    await new Promise<void>((back) => setTimeout(back, HOLD_MS).unref());
    returns.shift();
  }

  function startWaiting(): void {
    let started = false;
    while (line.waiters.length > 0 && spare.length > 0 && pausedUntil <= performance.now()) {
      spare.shift()?.(line.next() as Waiter);
      started = true;
    }
    // From now on the forecasts of those who wait for these places slide.
    if (started) line.review();
    requestPlaces();
  }

  function resume(): void {
    const left = pausedUntil - performance.now();
    if (left > 0) setTimeout(resume, left).unref();
    else startWaiting();
  }

  requestPlaces();
  return {
    run: (request, job, call) =>
      line.run(request, job, call, () => {
        line.review();
        startWaiting();
      }),
    pause: async (ms) => {
      const idle = pausedUntil <= performance.now();
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      line.review();
      if (idle) resume();
    },
    callersChanged: line.review,
    state: () => ({
      tokensLeft: tokensLeft(),
      pausedForMs: Math.max(Math.ceil(pausedUntil - performance.now()), 0),
      waiting: line.waiters.length,
      refusals: line.refusals(),
    }),
  };
}
