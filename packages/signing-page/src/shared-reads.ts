/** Reads that all visitors share: for each key one at a time, whose result is everybody's for a while. */
import { CountersignError } from '@countersign/core/errors';
import type { RateLimit } from '@countersign/local-http';

export type SharedReads<Value> = {
  /** @param read called where nothing fresh is there; not with a caller's signal, since others wait for it too */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** What was read last, however old. */
  last(key: string): Value | undefined;
  /** Whether `get` would answer without a read of its own. */
  isServed(key: string): boolean;
  /** The next caller gets what a read from now on finds: something changed. */
  renew(key: string): void;
};

type Kept<Value> = {
  readonly reading?: Promise<Value>;
  readonly value?: Value;
  readonly freshUntil: number;
  /** Until when the last failure is not tried again. */
  readonly failure?: { readonly thrown: unknown; readonly until: number };
};

const MOST = 2_000;
const FAILED_MS = 2_000;

/** @param freshMs for how long a value serves without another read. @param now epoch milliseconds. @param most that are kept */
export function createSharedReads<Value>(
  freshMs: (value: Value) => number,
  now: () => number,
  most = MOST,
): SharedReads<Value> {
  const kept = new Map<string, Kept<Value>>();
  const keep = (key: string, entry: Kept<Value>) => keepNewest(kept, key, entry, most);
  const isFresh = (entry: Kept<Value> | undefined): entry is Kept<Value> & { readonly value: Value } =>
    entry?.value !== undefined && entry.freshUntil > now();
  const hasFailed = ({ failure }: Kept<Value>) => failure !== undefined && failure.until > now();
  return {
    get: (key, read) => {
      const entry = kept.get(key) ?? { freshUntil: 0 };
      if (isFresh(entry)) return Promise.resolve(entry.value);
      if (entry.reading !== undefined) return entry.reading;
      if (hasFailed(entry)) return Promise.reject(entry.failure?.thrown);
      const reading = read().then(
        (value) => {
          // One that began before a change may be stale.
          if (kept.get(key)?.reading === reading) keep(key, { value, freshUntil: now() + freshMs(value) });
          return value;
        },
        (thrown: unknown) => {
          const { reading: _, ...rest } = kept.get(key) ?? entry;
          keep(key, { ...rest, failure: { thrown, until: now() + FAILED_MS } });
          throw thrown;
        },
      );
      keep(key, { ...entry, reading });
      return reading;
    },
    renew: (key) => {
      const value = kept.get(key)?.value;
      if (value === undefined) kept.delete(key);
      else keep(key, { value, freshUntil: 0 });
    },
    last: (key) => kept.get(key)?.value,
    isServed: (key) => {
      const entry = kept.get(key);
      return entry !== undefined && (isFresh(entry) || entry.reading !== undefined || hasFailed(entry));
    },
  };
}

/** Puts an entry at the end of a map, which forgets the oldest one once it has more than `most`. */
export function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/**
 * A visitor's read, counted if no other read serves it. If there were too many, the last value is better than nothing:
 * it has the time at which it was read. @throws CountersignError RATE_LIMITED where there is none
 */
export async function readLimited<Value>(
  reads: SharedReads<Value>,
  key: string,
  limits: () => { readonly client: string; readonly ofClient: RateLimit; readonly ofAll: RateLimit },
  read: () => Promise<Value>,
): Promise<Value> {
  if (!reads.isServed(key)) {
    const { client, ofClient, ofAll } = limits();
    const retryAfterMs = Math.max(ofClient.wait(client), ofAll.wait(''));
    const last = reads.last(key);
    if (retryAfterMs > 0 && last !== undefined) return last;
    if (retryAfterMs > 0) throw new CountersignError('RATE_LIMITED', { retryAfterMs });
    ofClient.take(client);
    ofAll.take('');
  }
  return await reads.get(key, read);
}
