/** How a service may count its clients' requests: three kinds of window, by the time at which each arrives. */

export type QuotaServer = {
  readonly kind: string;
  /** Whether one that arrives at `at` (milliseconds, never going back) is within the quota; it counts if so. */
  admits(at: number): boolean;
};

const MINUTE = 60_000;

/** @param phase when the first window of a fixed one begins, 0 to 60,000 */
export function quotaServers(quota: number, phase: number): readonly QuotaServer[] {
  return [fixedWindow(quota, phase), slidingWindow(quota), tokenBucket(quota)];
}

function fixedWindow(quota: number, phase: number): QuotaServer {
  let window = Number.NaN;
  let count = 0;
  return {
    kind: 'fixed window',
    admits: (at) => {
      const current = Math.floor((at - phase) / MINUTE);
      if (current !== window) [window, count] = [current, 0];
      return ++count <= quota;
    },
  };
}

function slidingWindow(quota: number): QuotaServer {
  let arrivals: number[] = [];
  return {
    kind: 'sliding window',
    admits: (at) => {
      // One that arrived exactly a minute before still counts: the strictest reading of "in any 60 s".
      arrivals = arrivals.filter((before) => before >= at - MINUTE);
      arrivals.push(at);
      return arrivals.length <= quota;
    },
  };
}

function tokenBucket(quota: number): QuotaServer {
  let tokens = quota;
  let last = 0;
  return {
    kind: 'token bucket',
    admits: (at) => {
      tokens = Math.min(quota, tokens + ((at - last) * quota) / MINUTE);
      last = at;
      tokens--;
      // A float's dust is no request.
      return tokens >= -1e-6;
    },
  };
}
