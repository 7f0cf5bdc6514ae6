/** Whether this process lives and can work, for monitoring. It reveals nothing about people and makes no requests. */
import type { ServiceMetrics } from '@countersign/core';
import type { Metrics } from '@countersign/core/metrics';
import { LOOPBACK, listenForWatchers, tellFigures, watchedJson } from '@countersign/local-http';

type Watched = {
  readonly isReady: () => boolean;
  readonly storeAnswers: () => Promise<boolean>;
  readonly ledgerAnswers: () => Promise<boolean>;
  readonly metrics: () => Pick<ServiceMetrics, 'lastAnswerAt' | 'unansweredSince'>;
  /** For Prometheus; absent if disabled. */
  readonly figures?: Pick<Metrics, 'text' | 'contentType'> | undefined;
};

/**
 * `/livez`: the process answers. `/healthz`: this process is connected to Discord.
 * `/readyz`: that, the store and the Stellar RPCs answer, and the escrow service answered its last request. `/metrics`: figures for Prometheus, if enabled.
 * @param port 0 for a free one
 * @throws NodeJS.ErrnoException EADDRINUSE, EADDRNOTAVAIL
 */
export async function serveHealth(port: number, watched: Watched, host = LOOPBACK) {
  const { origin, close } = await listenForWatchers(
    {
      '/livez': () => watchedJson(200, { status: 'alive' }),
      '/healthz': () =>
        watched.isReady()
          ? watchedJson(200, { status: 'ready' })
          : watchedJson(503, { status: 'not connected to Discord' }),
      '/readyz': async () => {
        const isReady = watched.isReady();
        const { lastAnswerAt, unansweredSince } = watched.metrics();
        const answers = unansweredSince === undefined;
        const [hasStore, hasLedger] = await Promise.all([watched.storeAnswers(), watched.ledgerAnswers()]);
        const canWork = isReady && answers && hasStore && hasLedger;
        return watchedJson(canWork ? 200 : 503, {
          status: canWork ? 'ready' : 'not ready',
          store: hasStore ? 'answers' : 'does not answer',
          ledger: hasLedger ? 'answers' : 'does not answer',
          discord: isReady ? 'connected' : 'not connected',
          service: answers ? (lastAnswerAt === undefined ? 'not asked yet' : 'answers') : 'does not answer',
          lastAnswerSecondsAgo: lastAnswerAt === undefined ? null : Math.floor((Date.now() - lastAnswerAt) / 1_000),
        });
      },
      ...tellFigures(watched.figures),
    },
    port,
    host,
  );
  return { url: `${origin}/healthz`, close };
}
