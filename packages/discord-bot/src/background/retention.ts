/** Forgets settled escrows in servers with a shorter retention than the installation's. */
import { describeThrown } from '@countersign/core/platform/log';
import type { BotParts } from '../state/state.ts';

const EVERY_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

export type Retention = ReturnType<typeof createRetention>;

export function createRetention({ desk, state, log }: BotParts) {
  let end: (() => Promise<void>) | undefined;
  /** Called when a server changed its setting. Never throws. */
  const look = async (guildId: string) => {
    try {
      const { retentionDays } = await state.servers.settingsOf(guildId);
      if (retentionDays === undefined) return;
      await desk.forgetSettled(guildId, retentionDays * DAY_MS);
    } catch (thrown) {
      const fields = { guild: guildId, cause: describeThrown(thrown) };
      log('warn', 'what is over in a server could not be forgotten', fields);
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
