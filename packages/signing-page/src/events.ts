/** A handle's state as it changes, as server-sent events: the same view that the page can also ask for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toCountersignError } from '@countersign/core/errors';
import { redactStrings } from '@countersign/core/secrets';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { PageView } from './page-view.ts';

/** How often the store is looked at. Other processes write to it too, so there is nobody to tell us. */
const LOOK_EVERY_MS = 500;
/** A line now and then, so that proxies keep the connection and both ends notice when it is gone. */
const BEAT_EVERY_MS = 10_000;

export type EventOptions = {
  /** @throws CountersignError HANDLE_NOT_FOUND */
  readonly look: () => Promise<PageView>;
  /** Stands before every event. */
  readonly redact: (text: string) => string;
  /** Ends every stream when the page stops being served. */
  readonly ended: AbortSignal;
  /** Told once when the stream is over, however that came. */
  readonly onEnd: () => void;
};

export function sendEvents(c: Context, { look, redact, ended, onEnd }: EventOptions): Response {
  return streamSSE(c, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    const signal = AbortSignal.any([ended, gone.signal]);
    try {
      await tell(stream, { look, redact }, signal);
    } finally {
      onEnd();
    }
  });
}

async function tell(
  stream: SSEStreamingApi,
  { look, redact }: Pick<EventOptions, 'look' | 'redact'>,
  signal: AbortSignal,
): Promise<void> {
  let told = '';
  let toldAt = 0;
  while (!signal.aborted) {
    const view = await look().catch(toCountersignError);
    if (view instanceof Error) {
      await stream.writeSSE({
        event: 'problem',
        data: JSON.stringify(redactStrings({ error: view.toView() }, redact)),
      });
      return;
    }
    const state = JSON.stringify([view.offer.hash, view.status]);
    const changed = state !== told;
    if (changed || Date.now() - toldAt >= BEAT_EVERY_MS) {
      await stream.writeSSE(
        changed ? { event: 'view', data: JSON.stringify(redactStrings(view, redact)) } : { event: 'beat', data: '' },
      );
      told = state;
      toldAt = Date.now();
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}
