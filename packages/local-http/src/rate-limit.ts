/** At most so many requests in any 60 s for each key. Refused ones do not count, so a client that waits is served. */
const WINDOW_MS = 60_000;
/** Keys that are remembered. Beyond them the one that came first is forgotten: memory is not for strangers to fill. */
const MOST_KEYS = 10_000;

export type RateLimit = {
  /** Counts one request; how many milliseconds to wait where there were too many, else 0. */
  readonly take: (key: string) => number;
  /** The same without counting it. */
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
