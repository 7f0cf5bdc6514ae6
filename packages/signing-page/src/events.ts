/** A handle's view as server-sent events, whenever it changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toCountersignError } from '@countersign/core/errors';
import { redactStrings } from '@countersign/core/secrets';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { PageView } from './page-view.ts';

/** The store is polled, since other processes write to it without telling us. */
const POLL_MS = 500;
/** A heartbeat, so that proxies keep the connection open and both ends notice when it is lost. */
const BEAT_EVERY_MS = 10_000;

export type EventOptions = {
  /** @throws CountersignError HANDLE_NOT_FOUND */
  readonly look: () => Promise<PageView>;
  /** Applied to every event. */
  readonly redact: (text: string) => string;
  /** Ends every stream when the page is no longer served. */
  readonly ended: AbortSignal;
  /** Called once when the stream has ended for any reason. */
  readonly onEnd: () => void;
};

export function sendEvents(c: Context, { look, redact, ended, onEnd }: EventOptions): Response {
  return streamSSE(c, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    const signal = AbortSignal.any([ended, gone.signal]);
    try {
      await sendViews(stream, { look, redact }, signal);
    } finally {
      onEnd();
    }
  });
}

async function sendViews(
  stream: SSEStreamingApi,
  { look, redact }: Pick<EventOptions, 'look' | 'redact'>,
  signal: AbortSignal,
): Promise<void> {
  let sent = '';
  let sentAt = 0;
  while (!signal.aborted) {
    const view = await look().catch(toCountersignError);
    if (view instanceof Error) {
      await stream.writeSSE({
        event: 'problem',
        data: JSON.stringify(redactStrings({ error: view.toView() }, redact)),
      });
      return;
    }
    // That the ledger was asked again is no news.
    const escrow = view.escrow && { ...view.escrow, asOf: 0 };
    const state = JSON.stringify([view.offer, view.judgement, view.status, escrow]);
    const changed = state !== sent;
    if (changed || Date.now() - sentAt >= BEAT_EVERY_MS) {
      await stream.writeSSE(
        changed ? { event: 'view', data: JSON.stringify(redactStrings(view, redact)) } : { event: 'beat', data: '' },
      );
      sent = state;
      sentAt = Date.now();
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}
