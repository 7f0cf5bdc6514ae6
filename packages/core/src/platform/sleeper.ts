/** A pause that another caller may end. A wake-up before the pause is not lost: the next pause ends at once. */

export type Sleeper = {
  wake(): void;
  /** @returns whether it was woken, rather than that the time passed or the signal ended it */
  sleep(ms: number, options?: SleepOptions): Promise<boolean>;
};

/** `ref: false`: keeps no process alive. */
export type SleepOptions = { readonly signal?: AbortSignal | undefined; readonly ref?: boolean };

/** For one that sleeps at a time. */
export function createSleeper(): Sleeper {
  let isWoken = false;
  let end: () => void = () => undefined;
  const pause = (ms: number, { signal, ref = true }: SleepOptions) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => end(), ms);
      if (!ref) timer.unref();
      end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      signal?.addEventListener('abort', end, { once: true });
    });
  return {
    wake: () => {
      isWoken = true;
      end();
    },
    sleep: async (ms, options = {}) => {
      if (!isWoken && !options.signal?.aborted) await pause(ms, options);
      const wasWoken = isWoken;
      isWoken = false;
      return wasWoken;
    },
  };
}
