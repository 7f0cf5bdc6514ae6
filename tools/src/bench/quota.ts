/** How a service counts one client's requests. */

/** 0 if one more request at `now` (milliseconds) is within the quota; else the time until one is. */
export type Quota = (now: number) => number;

/** A window begins with the first request after the previous one ended, as in common throttlers. */
export function fixedWindow(limit: number, windowMs: number): Quota {
  let begin = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (now) => {
    if (now >= begin + windowMs) [begin, count] = [now, 0];
    return ++count <= limit ? 0 : begin + windowMs - now;
  };
}

/** In any window; refused requests do not count. */
export function slidingWindow(limit: number, windowMs: number): Quota {
  const times: number[] = [];
  return (now) => {
    while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
    if (times[0] !== undefined && times.length >= limit) return times[0] + windowMs - now;
    times.push(now);
    return 0;
  };
}
