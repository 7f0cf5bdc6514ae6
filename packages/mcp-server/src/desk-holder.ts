/** The desk, opened once and on first use, since it loads the Stellar SDK and perhaps a sandbox. */
import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import type { Metrics } from '@countersign/core/metrics';
import type { Log } from '@countersign/core/platform/log';
import type { Settings } from '@countersign/core/settings';
import type { DeskWithPage } from '@countersign/signing-page';

export type DeskHolder = ReturnType<typeof createDeskHolder>;

type WatchingMetrics = Pick<Metrics, 'exchange' | 'rpcExchange' | 'watchDesk' | 'watchInstallation'> | undefined;

export function createDeskHolder(settings: Settings, log: Log, metrics?: WatchingMetrics) {
  let opening: Promise<DeskWithPage> | undefined;
  let closed = false;
  return {
    /** Opens on first use. After a failure, the next caller tries again. */
    open: async (): Promise<Desk> => {
      if (closed) throw new CountersignError('CANCELLED');
      opening ??= openDeskFor(settings, log, metrics).catch((thrown) => {
        opening = undefined;
        throw thrown;
      });
      return (await opening).desk;
    },
    /** Closes what was opened, also while it is still opening. */
    close: async (): Promise<void> => {
      closed = true;
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

async function openDeskFor(settings: Settings, log: Log, metrics: WatchingMetrics): Promise<DeskWithPage> {
  const started = performance.now();
  const { openDeskWithPage } = await import('@countersign/signing-page');
  const opened = await openDeskWithPage(settings, {
    log,
    ...(metrics === undefined ? {} : { onExchange: metrics.exchange, onRpcExchange: metrics.rpcExchange }),
    startSandbox: async () => {
      const { startSandbox } = await import('./sandbox.ts');
      return await startSandbox(settings);
    },
  });
  const { desk, pageUrl } = opened;
  metrics?.watchDesk(desk);
  metrics?.watchInstallation(settings);
  log('debug', 'desk opened', {
    network: desk.network.name,
    signingPage: pageUrl,
    ms: Math.round(performance.now() - started),
  });
  return opened;
}
