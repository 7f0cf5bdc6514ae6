/** At most so many requests in any 60 s for each key. Refused ones do not count, so a client that waits is served. */
const WINDOW_MS = 60_000;

export type RateLimit = {
  /** Counts one request; how many milliseconds to wait where there were too many, else 0. */
  readonly take: (key: string) => number;
};

export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  const times = new Map<string, number[]>();
  return {
    take: (key) => {
      const since = now() - WINDOW_MS;
      // Keys come and go with their handles; what is empty is forgotten.
      for (const [other, taken] of times) {
        while (taken[0] !== undefined && taken[0] <= since) taken.shift();
        if (taken.length === 0) times.delete(other);
      }
      const taken = times.get(key) ?? [];
      if (taken[0] !== undefined && taken.length >= perMinute) return taken[0] - since;
      times.set(key, [...taken, now()]);
      return 0;
    },
  };
}
