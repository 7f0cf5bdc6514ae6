/** Limits of what is sent here: requests in a minute, and bytes of a body. */
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

const WINDOW_MS = 60_000;
/** How many keys are remembered. The oldest is dropped, so that strangers cannot fill the memory. */
const MOST_KEYS = 10_000;

/** Limits requests for each key in any 60 s. Refused requests do not count, so a client that waits is served. */
export type RateLimit = {
  /** Counts one request. @returns 0, or the milliseconds to wait if there were too many */
  readonly take: (key: string) => number;
  /** The same without counting a request. */
  readonly wait: (key: string) => number;
  /** What was counted last is not made after all. */
  readonly giveBack: (key: string) => void;
};

export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  /** By key, the newest last; a key that counts again goes to the end. */
  const times = new Map<string, number[]>();
  const forgetIdle = (since: number) => {
    for (const [key, taken] of times) {
      const isIdle = (taken.at(-1) ?? since) <= since;
      if (!isIdle && times.size <= MOST_KEYS) return;
      times.delete(key);
    }
  };
  const wait = (key: string) => {
    const since = now() - WINDOW_MS;
    const taken = times.get(key) ?? [];
    while (taken[0] !== undefined && taken[0] <= since) taken.shift();
    return taken[0] !== undefined && taken.length >= perMinute ? taken[0] - since : 0;
  };
  return {
    wait,
    giveBack: (key) => void times.get(key)?.pop(),
    take: (key) => {
      const ms = wait(key);
      if (ms > 0) return ms;
      const taken = times.get(key) ?? [];
      times.delete(key);
      times.set(key, [...taken, now()]);
      forgetIdle(now() - WINDOW_MS);
      return 0;
    },
  };
}

/** Refuses bodies above `bytes` with 413. The rest of such a body is not read, so its connection ends too. */
export function limitBody(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: (c: Context) =>
      c.json({ statusCode: 413, message: 'request entity too large', error: 'Payload Too Large' }, 413, {
        Connection: 'close',
      }),
  });
}
