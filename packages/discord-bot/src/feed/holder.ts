/** This process as a holder of cards: it says that it lives, and takes over the cards of those that do not. */
import { randomUUID } from 'node:crypto';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { HeldRows } from './held-rows.ts';

export type Holder = {
  readonly id: string;
  /** @param onAdopted told at once, and whenever there are cards that this process has to hold from now on */
  start(onAdopted: () => void): void;
  /** Holds nothing any more: another process may take over at once. */
  stop(): void;
};

/** A process that ended without a word is succeeded after so long. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
const LOOK_MS = 1_000;

export function createHolder(rows: HeldRows, log: Log, now: () => number): Holder {
  const id = randomUUID();
  let until = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const renew = () => {
    const left = until - now();
    // Also where the clock was set back.
    if (left > LEASE_MS - RENEW_MS && left <= LEASE_MS) return;
    rows.renew(id, now() + LEASE_MS);
    until = now() + LEASE_MS;
  };
  const look = (onAdopted: () => void) => {
    try {
      // Before anything is taken over: else it would be from itself, after the machine has slept.
      renew();
      if (rows.adopt(id) > 0) onAdopted();
    } catch (thrown) {
      log('warn', 'cards could not be taken over', { cause: describeThrown(thrown) });
    }
  };
  return {
    id,
    start: (onAdopted) => {
      look(onAdopted);
      timer = setInterval(look, LOOK_MS, onAdopted);
    },
    stop: () => {
      clearInterval(timer);
      try {
        rows.renew(id, 0);
      } catch (thrown) {
        log('warn', 'cards could not be let go', { cause: describeThrown(thrown) });
      }
    },
  };
}
