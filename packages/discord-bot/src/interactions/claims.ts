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
  let waiting: { readonly id: string; readonly answer: PromiseWithResolvers<boolean> }[] = [];
  let writing = Promise.resolve();
  let flushing: NodeJS.Timeout | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let missedAt = Number.NEGATIVE_INFINITY;
  /** One at a time is enough: many interactions are lost to the other bot, and one warning is given. */
  let looking: NodeJS.Timeout | undefined;

  const failed = (thrown: unknown) =>
    log('warn', 'could not note which interactions were taken', { cause: describeThrown(thrown) });
  /** Those that come while others are being written are written together. */
  const writeWaiting = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const won = new Set(await rows.add(batch.map(({ id }) => id)));
      // If the same one was claimed twice, the first wins.
      for (const { id, answer } of batch) answer.resolve(won.delete(id));
    } catch (thrown) {
      failed(thrown);
      for (const { answer } of batch) answer.reject(thrown);
    }
  };
  const write = () => {
    writing = writing.then(writeWaiting);
    return writing;
  };
  const flush = async () => {
    flushing = undefined;
    await write();
    await rows.dropOlderThan(KEPT_MS).catch(failed);
  };
  const add = (id: string): Promise<boolean> => {
    const answer = Promise.withResolvers<boolean>();
    waiting.push({ id, answer });
    flushing ??= setTimeout(flush, BATCH_MS).unref();
    return answer.promise;
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
      const answer = add(interactionId);
      void write();
      return answer;
    },
    /** This process took it, or may have: Discord's answer did not come. */
    took: (interactionId: string) => {
      // It only serves the warning below.
      add(interactionId).catch(() => undefined);
    },
    /** Discord says that another process took it. Looked up after a while, since claims are written in batches. */
    wasTaken: (interactionId: string) => {
      if (looking !== undefined || now() - warnedAt < WARN_AGAIN_MS) return;
      looking = setTimeout(look, lookAfterMs, interactionId).unref();
    },
    close: async () => {
      clearTimeout(looking);
      clearTimeout(flushing);
      await write();
    },
  };
}
