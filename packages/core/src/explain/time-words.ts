/** Moments of the network (seconds since 1970) for a person. */
import type { ExplainWords } from '../words/all.ts';

/** The last second that a Date can hold; the network's clock goes further. */
const LATEST = 8_640_000_000_000n;

export function timeWords(seconds: bigint, { secondSince1970 }: ExplainWords): string {
  return seconds < -LATEST || seconds > LATEST
    ? secondSince1970(seconds)
    : new Date(Number(seconds) * 1_000).toISOString();
}
