/** Moments of the network (seconds since 1970) for a person. */

/** The last second that a Date can hold; the network's clock goes further. */
const LATEST = 8_640_000_000_000n;

export function timeWords(seconds: bigint): string {
  return seconds < -LATEST || seconds > LATEST
    ? `second ${seconds} since 1970`
    : new Date(Number(seconds) * 1_000).toISOString();
}
