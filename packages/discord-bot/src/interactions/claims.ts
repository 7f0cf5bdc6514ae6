/**
 * Which interactions the processes on this data folder or database claimed. Over HTTP the claim decides who acts; over
 * the gateway Discord decides, and the claim follows. An interaction without a claim here went to a bot with the same
 * token but other data: it does not know the cards from here, and people see one bot or the other by chance.
 */

import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { ClaimRows } from '../state/process-rows.ts';

export type Claims = ReturnType<typeof createClaims>;

/** A burst of thousands is written in a few transactions. */
const BATCH_MS = 500;
/** Another process of ours waits 3 s for Discord's answer, and writes its claim within a batch. */
const LOOK_AFTER_MS = 6_000;
/** Far longer than a request that Discord signed is taken. */
const KEPT_MS = 10 * 60_000;
const WARN_AGAIN_MS = 60 * 60_000;

export function createClaims(rows: ClaimRows, log: Log, { now = Date.now, lookAfterMs = LOOK_AFTER_MS } = {}) {
  let batch: string[] = [];
  let writing: Promise<void> | undefined;
  let flushing: NodeJS.Timeout | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let missedAt = Number.NEGATIVE_INFINITY;
  /** One at a time is enough: many interactions are lost to the other bot, and one warning is given. */
  let looking: NodeJS.Timeout | undefined;

  const flushSoon = () => {
    flushing ??= setTimeout(() => {
      writing = flush();
    }, BATCH_MS).unref();
  };
  /** Those that ask while others are being written are written together. */
  let waiting: { readonly id: string; readonly answer: PromiseWithResolvers<boolean> }[] = [];
  let isClaiming = false;
  const claimAll = async () => {
    isClaiming = true;
    while (waiting.length > 0) {
      const questions = waiting;
      waiting = [];
      try {
        const won = new Set(await rows.add(questions.map(({ id }) => id)));
        // If the same one was claimed twice, the first wins.
        for (const { id, answer } of questions) answer.resolve(won.delete(id));
      } catch (thrown) {
        for (const { answer } of questions) answer.reject(thrown);
      }
    }
    isClaiming = false;
  };
  const flush = async () => {
    flushing = undefined;
    const ids = batch;
    batch = [];
    try {
      if (ids.length > 0) await rows.add(ids);
      await rows.dropOlderThan(KEPT_MS);
    } catch (thrown) {
      // These claims only serve the warning below.
      log('warn', 'could not note which interactions were taken', { cause: describeThrown(thrown) });
    }
  };
  const look = async (interactionId: string) => {
    looking = undefined;
    if (await rows.has(interactionId).catch(() => true)) return;
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
    /** @returns true for exactly one caller across all processes. @throws CountersignError STORE_UNUSABLE */
    claim: (interactionId: string): Promise<boolean> => {
      const answer = Promise.withResolvers<boolean>();
      waiting.push({ id: interactionId, answer });
      if (!isClaiming) void claimAll();
      flushSoon();
      return answer.promise;
    },
    /** This process took it, or may have: Discord's answer did not come. */
    took: (interactionId: string) => {
      batch.push(interactionId);
      flushSoon();
    },
    /** Discord says that another process took it. Looked up after a while, since claims are written in batches. */
    wasTaken: (interactionId: string) => {
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
