/** Forgets settled escrows in servers with a shorter retention than the installation's. */
import type { Desk } from '@countersign/core';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { State } from '../state/state.ts';

const EVERY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

export type Retention = {
  start(): void;
  /** A server changed its setting. Never throws. */
  look(guildId: string): Promise<void>;
  stop(): Promise<void>;
};

export function createRetention({ desk, state, log }: { desk: Desk; state: State; log: Log }): Retention {
  let end: (() => Promise<void>) | undefined;
  const look = async (guildId: string) => {
    try {
      const { retentionDays } = await state.servers.settingsOf(guildId);
      if (retentionDays === undefined) return;
      await desk.forgetSettled(guildId, retentionDays * DAY_MS);
    } catch (thrown) {
      log('warn', 'what is over in a server could not be forgotten', {
        guild: guildId,
        cause: describeThrown(thrown),
      });
    }
  };
  const lookAtAll = async (signal: AbortSignal) => {
    for (const guildId of await state.servers.withRetention()) if (!signal.aborted) await look(guildId);
  };
  return {
    start: () => {
      end = desk.keepDoing({ name: 'retention', everyMs: EVERY_MS, run: lookAtAll });
    },
    look,
    stop: async () => await end?.(),
  };
}
