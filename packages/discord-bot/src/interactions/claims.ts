/**
 * Which interactions the processes on this data folder or database claimed. Over HTTP the claim decides who acts, since
 * Discord sends a request again without saying whether another process has it; over the gateway alone Discord decides.
 */

import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { ClaimRows } from '../state/held-rows.ts';

export type Claims = ReturnType<typeof createClaims>;

const DROP_MS = 60_000;
/** Far longer than a request that Discord signed is taken. */
const KEPT_MS = 10 * 60_000;

export function createClaims(rows: ClaimRows, log: Log) {
  let waiting: { readonly id: string; readonly answer: PromiseWithResolvers<boolean> }[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let dropping: NodeJS.Timeout | undefined;

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
  const drop = () => {
    dropping = undefined;
    writing = writing.then(() => rows.dropOlderThan(KEPT_MS)).catch(failed);
  };
  return {
    /** @returns true for exactly one caller across all processes. @throws CountersignError STORE_UNUSABLE */
    claim: (interactionId: string): Promise<boolean> => {
      const answer = Promise.withResolvers<boolean>();
      waiting.push({ id: interactionId, answer });
      dropping ??= setTimeout(drop, DROP_MS).unref();
      writing = writing.then(writeWaiting);
      return answer.promise;
    },
    close: async () => {
      clearTimeout(dropping);
      await writing;
    },
  };
}
