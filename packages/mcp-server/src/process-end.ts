/** Why and how soon this process should end. */

export type ProcessEnd = {
  /** Settles when the host has closed stdin, a signal came, or stdout is gone. */
  readonly asked: Promise<void>;
  /** Aborted when there is no time to finish what runs: a signal, or nobody left to read an answer. */
  readonly hurry: AbortSignal;
};

export function watchProcessEnd(): ProcessEnd {
  const hurry = new AbortController();
  const asked = new Promise<void>((resolve) => {
    const now = () => {
      hurry.abort();
      resolve();
    };
    process.stdin.once('end', resolve);
    process.stdin.once('error', resolve);
    process.on('SIGINT', now);
    process.on('SIGTERM', now);
    // Only listened to, never written to: a host that is gone shows here as EPIPE.
    // biome-ignore lint/plugin: stdout belongs to the protocol, and its end is the end of it
    process.stdout.on('error', now);
  });
  return { asked, hurry: hurry.signal };
}
