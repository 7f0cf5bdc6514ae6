/** This process as a holder of cards: it renews its lease, and takes over the cards of processes that do not. */
import { randomUUID } from 'node:crypto';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { HeldRows } from '../state/held-rows.ts';

/** A process that ended without a word is succeeded after so long. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
const LOOK_MS = 1_000;

export function createCardLease(rows: HeldRows, log: Log, now: () => number) {
  const id = randomUUID();
  let until = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const renew = async () => {
    const left = until - now();
    // Works even if the clock was set back.
    if (left > LEASE_MS - RENEW_MS && left <= LEASE_MS) return;
    const from = now();
    await rows.renew(id, LEASE_MS);
    until = from + LEASE_MS;
  };
  const look = async (onAdopted: () => Promise<void>) => {
    try {
      // Renewed before taking over: after the machine slept, it would otherwise take over its own cards.
      await renew();
      if ((await rows.adopt(id)) > 0) await onAdopted();
    } catch (thrown) {
      log('warn', 'cards could not be taken over', { cause: describeThrown(thrown) });
    }
  };
  return {
    id,
    /** @param onAdopted called at once, and whenever this process takes over cards */
    start: async (onAdopted: () => Promise<void>) => {
      /** One after the other, however long the database takes. */
      const lookNext = () => {
        looking ??= look(onAdopted).finally(() => {
          looking = undefined;
        });
        return looking;
      };
      timer = setInterval(lookNext, LOOK_MS);
      await lookNext();
    },
    /** Holds nothing any more: another process may take over at once. */
    stop: async () => {
      clearInterval(timer);
      await looking;
      await rows
        .renew(id, 0)
        .catch((thrown) => log('warn', 'cards could not be let go', { cause: describeThrown(thrown) }));
    },
  };
}
