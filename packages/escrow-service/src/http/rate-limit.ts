/** At most so many requests in any 60 s for a client, which is who shows a credential. */
import { createMiddleware } from 'hono/factory';
import { tooManyRequests } from './bodies.ts';

const WINDOW_MS = 60_000;

/** Whether one more request at `now` keeps to the limit; counts it if so. */
export type Window = (now: number) => boolean;

/** A sliding window: refused requests do not count, so a client that waits is served again. */
export function slidingWindow(limit: number): Window {
  const times: number[] = [];
  return (now) => {
    while (times[0] !== undefined && times[0] <= now - WINDOW_MS) times.shift();
    if (times.length >= limit) return false;
    times.push(now);
    return true;
  };
}

/** One window for each of the service's credentials. `limit`: requests a minute, 0 for none. */
export function rateLimit(limit: number, now: () => number) {
  const admits = slidingWindow(limit);
  return createMiddleware(async (c, next) => (limit === 0 || admits(now()) ? next() : tooManyRequests(c)));
}
