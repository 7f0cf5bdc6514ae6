/**
 * The quota of one process. Bottleneck counts: a job of it holds one of N places from before a request until 60 s after
 * the request's *end*, because the service may have counted it as late as that. (Its reservoir refreshes at fixed times,
 * which lets nearly 2 N requests into one window.) The line of `quota.ts` picks the next caller.
 */
import Bottleneck from 'bottleneck';
import { createLine, HOLD_MS, type Quota, type Waiter } from './quota.ts';

/** Places requested in advance: each takes Bottleneck three timers, which no caller should wait for. */
const SPARE = 10;

/** @param requestsPerMinute how many requests the service may count in any 60 s */
export function createBottleneckQuota(requestsPerMinute: number): Quota {
  // Bottleneck plans by the wall clock. Without this, setting the clock back would block all jobs until it catches up.
  const bottleneck = new Bottleneck({ maxConcurrent: requestsPerMinute, minTime: Number.NEGATIVE_INFINITY });
  /** Places that no caller has taken yet. */
  const spare: ((waiter: Waiter) => void)[] = [];
  /** When the places of finished requests come back, earliest first. */
  const returns: number[] = [];
  let jobs = 0;

  const line = createLine({
    most: requestsPerMinute,
    holdMs: HOLD_MS,
    free: () => requestsPerMinute - bottleneck.counts().EXECUTING + spare.length,
    returns: () => returns,
  });

  function requestPlaces(): void {
    const { RECEIVED, QUEUED, RUNNING } = bottleneck.counts();
    const coming = RECEIVED + QUEUED + RUNNING + spare.length;
    for (let place = coming; place < line.waiters.length + SPARE; place++) {
      // Our own id: Bottleneck's random ids may collide, and then it throws.
      void bottleneck.schedule({ id: `${jobs++}` }, servePlace);
    }
  }

  /** One Bottleneck job, which holds a place until it ends. Never rejects. */
  async function servePlace(): Promise<void> {
    await new Promise<void>((over) => {
      spare.push((waiter) => over(waiter.start()));
      startWaiting();
    });
    returns.push(performance.now() + HOLD_MS);
    line.review();
    // The whole time even after an abort: the request may still have arrived.
    await new Promise<void>((back) => setTimeout(back, HOLD_MS).unref());
    returns.shift();
  }

  function startWaiting(): void {
    let started = false;
    while (line.waiters.length > 0 && spare.length > 0 && line.pausedForMs() === 0) {
      spare.shift()?.(line.next() as Waiter);
      started = true;
    }
    // While requests run, the forecasts for their places slide.
    if (started) line.review();
    requestPlaces();
  }

  function resume(): void {
    const left = line.pausedForMs();
    if (left > 0) setTimeout(resume, left).unref();
    else startWaiting();
  }

  requestPlaces();
  return {
    take: (job, call) =>
      line.take(job, call, () => {
        line.review();
        startWaiting();
      }),
    pause: async (ms) => {
      const idle = line.pausedForMs() === 0;
      line.pause(ms);
      line.review();
      if (idle) resume();
    },
    callersChanged: line.review,
    state: line.state,
  };
}
