/**
 * Whether this process lives and can work, for whoever watches it: on loopback, or on an address that was chosen. It
 * tells nothing of anybody, and asks nobody anything.
 */
import type { ServiceMetrics } from '@countersign/core';
import type { Metrics } from '@countersign/core/metrics';
import { isLoopbackHost, listen } from '@countersign/local-http';

export type Health = { readonly url: string; close(): Promise<void> };

export const LOOPBACK = '127.0.0.1';

type Watched = {
  readonly isReady: () => boolean;
  /** Another process hears Discord, and this one is ready to take over. */
  readonly standsBy: () => boolean;
  readonly metrics: () => Pick<ServiceMetrics, 'lastAnswerAt' | 'unansweredSince'>;
  /** For Prometheus; absent where none are told. */
  readonly figures?: Pick<Metrics, 'text' | 'contentType'> | undefined;
};

/**
 * `/livez`: the process answers. `/healthz`: Discord is heard, by this process or by another one in whose place it
 * would step. `/readyz`: that, and the escrow service answered when it was last asked. `/metrics`: figures for
 * Prometheus, where they are told.
 * @param port 0 for a free one
 * @throws NodeJS.ErrnoException EADDRINUSE, EADDRNOTAVAIL
 */
export async function serveHealth(port: number, watched: Watched, host = LOOPBACK): Promise<Health> {
  const shown = host.includes(':') ? `[${host}]` : host;
  const isOpen = !isLoopbackHost(shown);
  const answer = (status: number, body: object) =>
    Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
  const fetch = async ({ method, url, headers }: Request) => {
    // Nothing to the page of another site that calls this machine by a name of its own.
    if (method !== 'GET' || !(isOpen || isLoopbackHost(headers.get('host') ?? ''))) return answer(404, {});
    const standsBy = watched.standsBy();
    const isReady = watched.isReady() || standsBy;
    switch (new URL(url).pathname) {
      case '/livez':
        return answer(200, { status: 'alive' });
      case '/healthz':
        if (!isReady) return answer(503, { status: 'not connected to Discord' });
        return answer(200, { status: standsBy ? 'standing by' : 'ready' });
      case '/readyz': {
        const { lastAnswerAt, unansweredSince } = watched.metrics();
        const answers = unansweredSince === undefined;
        return answer(isReady && answers ? 200 : 503, {
          status: isReady && answers ? 'ready' : 'not ready',
          discord: standsBy ? 'standing by' : isReady ? 'connected' : 'not connected',
          service: answers ? (lastAnswerAt === undefined ? 'not asked yet' : 'answers') : 'does not answer',
          lastAnswerSecondsAgo: lastAnswerAt === undefined ? null : Math.floor((Date.now() - lastAnswerAt) / 1_000),
        });
      }
      case '/metrics': {
        const { figures } = watched;
        if (figures === undefined) return answer(404, {});
        return new Response(await figures.text(), { headers: { 'content-type': figures.contentType } });
      }
      default:
        return answer(404, {});
    }
  };
  // Nobody needs the end of an answer, and the rest of the shutdown needs the time.
  const listening = await listen({ fetch }, port, 0, host === LOOPBACK ? undefined : host);
  return { url: `http://${shown}:${listening.port}/healthz`, close: listening.close };
}
