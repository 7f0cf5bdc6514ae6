/** A request's view as server-sent events, whenever it changes; and how many such streams there may be. */
import { createHash } from 'node:crypto';
import { toCountersignError } from '@countersign/core/errors';
import { createSleeper } from '@countersign/core/platform/sleeper';
import { redactStrings } from '@countersign/core/secrets';
import type { Language } from '@countersign/core/words';
import { spokenView } from '@countersign/core/words/problems';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { PageView } from './page-view.ts';

/** A heartbeat, so that proxies keep the connection open and both ends notice when it is lost. */
const BEAT_EVERY_MS = 10_000;

export type EventOptions = {
  /** @throws CountersignError HANDLE_NOT_FOUND */
  readonly look: () => Promise<PageView>;
  /** Calls `see` whenever the view may have changed. @returns how to stop. @throws CountersignError HANDLE_NOT_FOUND */
  readonly onChange: (see: () => void) => Promise<() => void>;
  /** After how long the view may have changed although nothing was written. */
  readonly staleAfterMs: (view: PageView) => number;
  /** Of the reader. */
  readonly language: Language;
  /** The version that the page shows: without another one there is no event. */
  readonly shown: string | undefined;
  /** Applied to every event. */
  readonly redact: (text: string) => string;
  readonly ended: AbortSignal;
  /** Called once when the stream has ended for any reason. */
  readonly onEnd: () => void;
};

export function sendEvents(c: Context, options: EventOptions): Response {
  const { look, onChange, staleAfterMs, language, redact, ended, onEnd } = options;
  // nginx and its relatives would collect the events.
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    const signal = AbortSignal.any([ended, gone.signal]);
    const sleeper = createSleeper();
    const send = (event: 'view' | 'problem', data: object) =>
      stream.writeSSE({ event, data: JSON.stringify(redactStrings(data, redact)) });
    let stopListening: (() => void) | undefined;
    let { shown: sent } = options;
    let sentAt = 0;
    let staleAt = 0;
    let isChanged = true;
    try {
      // Before the first look, so that nothing in between is missed.
      stopListening = await onChange(sleeper.wake);
      while (!signal.aborted) {
        if (isChanged || Date.now() >= staleAt) {
          const view = await look();
          staleAt = Date.now() + staleAfterMs(view);
          const version = versionOf(view);
          if (version !== sent) {
            await send('view', view);
            sent = version;
            sentAt = Date.now();
          }
        }
        if (Date.now() - sentAt >= BEAT_EVERY_MS) {
          await stream.writeSSE({ event: 'beat', data: '' });
          sentAt = Date.now();
        }
        const pauseMs = Math.min(staleAt, sentAt + BEAT_EVERY_MS) - Date.now();
        isChanged = await sleeper.sleep(Math.max(pauseMs, 0), { signal });
      }
    } catch (thrown) {
      await send('problem', { error: spokenView(toCountersignError(thrown), language) });
    } finally {
      stopListening?.();
      onEnd();
    }
  });
}

/** Of all in a view that may change: 128 bits of its hash. */
export function versionOf({ offer, judgement, status, escrow }: PageView): string {
  // Asking the ledger again is not a change.
  const state = JSON.stringify([offer, judgement, status, escrow && { ...escrow, asOf: 0 }]);
  return createHash('sha256').update(state).digest('hex').slice(0, 32);
}

const MOST_STREAMS = 100;
const MOST_OF_A_CLIENT = 20;

/** How many event streams are open, and whose: a client that has many makes room for one that has none. */
export function createStreamPool(most = MOST_STREAMS, mostOfAClient = MOST_OF_A_CLIENT) {
  /** Of each client the oldest first. */
  const streams = new Map<string, Set<AbortController>>();
  const all = new AbortController();
  const close = (client: string, stream: AbortController) => {
    const own = streams.get(client);
    own?.delete(stream);
    if (own?.size === 0) streams.delete(client);
  };
  const makeRoom = (client: string): boolean => {
    const taken = [...streams.values()].reduce((sum, { size }) => sum + size, 0);
    if (taken < most) return true;
    const [greediest, theirs] = [...streams].reduce((one, other) => (other[1].size > one[1].size ? other : one));
    const [oldest] = theirs;
    if (oldest === undefined || theirs.size <= (streams.get(client)?.size ?? 0) + 1) return false;
    oldest.abort();
    close(greediest, oldest);
    return true;
  };
  return {
    /** @returns nothing where there is no room; else when it ends, and what to call then */
    open: (client: string) => {
      if ((streams.get(client)?.size ?? 0) >= mostOfAClient || !makeRoom(client)) return undefined;
      const stream = new AbortController();
      const own = streams.get(client) ?? new Set();
      streams.set(client, own.add(stream));
      return { ended: AbortSignal.any([all.signal, stream.signal]), close: () => close(client, stream) };
    },
    /** Ends them all, for good. */
    end: () => all.abort(),
  };
}
