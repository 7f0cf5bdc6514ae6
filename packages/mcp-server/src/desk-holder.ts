/** The desk, opened late and once: what it stands on (the Stellar SDK, perhaps a sandbox) is heavy. */
import type { Desk } from '@countersign/core';
import type { Settings } from '@countersign/core/config';
import { CountersignError } from '@countersign/core/errors';
import type { Log } from '@countersign/core/log';

export type DeskHolder = {
  /** Opens on first use. A failure is the caller's, and the next caller tries again. */
  readonly open: () => Promise<Desk>;
  /** Closes what was opened, also while it is still opening. */
  readonly close: () => Promise<void>;
};

export function createDeskHolder(settings: Settings, log: Log): DeskHolder {
  let opening: Promise<Desk> | undefined;
  let closed = false;
  return {
    open: async () => {
      if (closed) throw new CountersignError('CANCELLED');
      opening ??= openDeskFor(settings, log).catch((thrown) => {
        opening = undefined;
        throw thrown;
      });
      return await opening;
    },
    close: async () => {
      closed = true;
      const desk = await opening?.catch(() => undefined);
      await desk?.close();
    },
  };
}

async function openDeskFor(settings: Settings, log: Log): Promise<Desk> {
  const started = performance.now();
  const { openDesk } = await import('@countersign/core');
  const desk = await openDesk(settings, {
    log,
    startSandbox: async () => {
      const { startSandbox } = await import('./sandbox.ts');
      return await startSandbox(settings.dataDir);
    },
  });
  log('debug', 'desk opened', { network: desk.network.name, ms: Math.round(performance.now() - started) });
  return desk;
}
