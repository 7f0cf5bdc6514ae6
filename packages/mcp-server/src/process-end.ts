/** When this process should end, and how soon. */

export type ProcessEnd = {
  /** Settles when the host closes stdin, a signal arrives, or stdout is closed. */
  readonly requested: Promise<void>;
  /** Aborted when running calls should not finish: on a signal, or when nobody is left to read an answer. */
  readonly stopNow: AbortSignal;
};

export function watchProcessEnd(): ProcessEnd {
  const stopNow = new AbortController();
  const requested = new Promise<void>((resolve) => {
    const now = () => {
      stopNow.abort();
      resolve();
    };
    process.stdin.once('end', resolve);
    process.stdin.once('error', resolve);
    process.on('SIGINT', now);
    process.on('SIGTERM', now);
    // Only listened to, never written to: EPIPE means that the host is gone.
    // biome-ignore lint/plugin: stdout belongs to the protocol, and its end is the end of it
    process.stdout.on('error', now);
  });
  return { requested, stopNow: stopNow.signal };
}
