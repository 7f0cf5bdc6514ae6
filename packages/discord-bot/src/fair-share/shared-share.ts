/** Limits a person's requests to the service over all bots on one database; who starts next is each bot's choice. */
import type { Desk } from '@countersign/core';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { A_LOT, type FairShare, type FairShareOptions, limited } from './fair-share.ts';

type SharedShareOptions = FairShareOptions & {
  readonly counts: NonNullable<Desk['requestCounts']>;
  readonly log: Log;
};

export function sharedShare(inner: FairShare, { quotaOf, counts, log }: SharedShareOptions): FairShare {
  /** While the database cannot be asked, each bot counts for itself. */
  const answerOf = <T>(answer: Promise<T>): Promise<T | undefined> =>
    answer.catch((thrown) => {
      log('warn', 'the database that counts what people ask for could not be asked', { cause: describeThrown(thrown) });
      return undefined;
    });
  return {
    acquire: async (demand, signal) => {
      const { userId, serverId, mostRequests } = demand;
      if (mostRequests === 0) return await inner.acquire(demand, signal);
      const { name, personRequests } = quotaOf(serverId);
      const key = `discord ${name} ${userId}`;
      const wait = (await answerOf(counts.take(key, personRequests))) ?? 0;
      if (wait > 0) throw limited(A_LOT, wait);
      /** One was counted in advance. */
      const settle = async (made: number) => {
        if (made === 0) await answerOf(counts.giveBack(key));
        for (let count = 1; count < made; count++) await answerOf(counts.take(key, personRequests));
      };
      let made = 0;
      let isReleased = false;
      try {
        const slot = await inner.acquire(demand, signal);
        return {
          onRequest: (share) => {
            made += share;
            slot.onRequest(share);
          },
          release: () => {
            slot.release();
            if (!isReleased) void settle(made);
            isReleased = true;
          },
        };
      } catch (thrown) {
        await settle(0);
        throw thrown;
      }
    },
  };
}
