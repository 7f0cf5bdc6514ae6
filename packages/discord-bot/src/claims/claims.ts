/**
 * Which interactions the processes of this data folder, or database, took. One that was taken by nobody here was taken by
 * a bot with the same token and rows of its own: it knows none of the cards from here, and people see now one, now the other.
 */
import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { ClaimRows } from './claim-rows.ts';

export type Claims = {
  /** This process took it, or may have: Discord's answer did not come. */
  took(interactionId: string): void;
  /** Discord says that somebody else took it. Looked up after a while, since claims are written in batches. */
  wasTaken(interactionId: string): void;
  /** Writes what is left. */
  close(): Promise<void>;
};

/** A burst of thousands is written in a few transactions. */
const BATCH_MS = 500;
/** Another process of ours waits 3 s for Discord's answer, and writes its claim within a batch. */
const LOOK_AFTER_MS = 6_000;
const KEPT_MS = 10 * 60_000;
const WARN_AGAIN_MS = 60 * 60_000;

export function createClaims(
  rows: ClaimRows,
  log: Log,
  { now = Date.now, lookAfterMs = LOOK_AFTER_MS }: { readonly now?: () => number; readonly lookAfterMs?: number } = {},
): Claims {
  let batch: string[] = [];
  let writing: Promise<void> | undefined;
  let flushing: NodeJS.Timeout | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let missedAt = Number.NEGATIVE_INFINITY;
  /** One at a time is enough: many interactions are lost to the other bot, and one warning is given. */
  let looking: NodeJS.Timeout | undefined;

  const flush = async () => {
    flushing = undefined;
    const ids = batch;
    batch = [];
    try {
      await rows.add(ids, now());
      await rows.dropBefore(now() - KEPT_MS);
    } catch (thrown) {
      // The claims only serve the warning below.
      log('warn', 'could not note which interactions were taken', { cause: describeThrown(thrown) });
    }
  };
  const look = async (interactionId: string) => {
    looking = undefined;
    try {
      if (await rows.has(interactionId)) return;
    } catch {
      return;
    }
    // A process of ours that was killed has not written its last batch; another bot goes on taking them.
    const isFirst = now() - missedAt > WARN_AGAIN_MS;
    missedAt = now();
    if (isFirst) return;
    warnedAt = now();
    log(
      'warn',
      'another bot with this token answers here; stop it, or give both the same COUNTERSIGN_DATA_DIR or DATABASE_URL. If none is known, reset DISCORD_TOKEN in the developer portal',
      { interaction: interactionId },
    );
  };
  return {
    took: (interactionId) => {
      batch.push(interactionId);
      flushing ??= setTimeout(() => {
        writing = flush();
      }, BATCH_MS).unref();
    },
    wasTaken: (interactionId) => {
      if (looking !== undefined || now() - warnedAt < WARN_AGAIN_MS) return;
      looking = setTimeout(look, lookAfterMs, interactionId).unref();
    },
    close: async () => {
      clearTimeout(looking);
      clearTimeout(flushing);
      await writing;
      if (batch.length > 0) await flush();
    },
  };
}
