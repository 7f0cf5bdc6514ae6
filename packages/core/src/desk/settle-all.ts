/**
 * Asks the ledger about every offer that is undecided and past its time, whoever's it is: at every start, and again
 * and again while a process runs, since the network's own history may be no longer than a day.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toCountersignError } from '../errors/errors.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions, Desk } from './desk.ts';
import { MAX_HANDLES } from './store/limits.ts';
import { isUndecided } from './store/offers.ts';
import { truthOf } from './truth/truth-of.ts';
import { truthOfForeign } from './truth/truth-of-foreign.ts';

/** The store keeps no more undecided handles than this. */
const MOST_AT_ONCE = MAX_HANDLES;

/** @returns how many handles were decided */
export async function settleAll(context: DeskContext, { signal }: CallOptions = {}): Promise<number> {
  if (context.ledger === undefined) return 0;
  let decided = 0;
  for (const handle of await context.store.undecided(context.now(), MOST_AT_ONCE)) {
    if (signal?.aborted) break;
    // A handle that cannot be read must not stop the others.
    const current = await truthOf(context, handle, { signal }).catch((error: unknown) => {
      context.log?.('warn', `Handle ${handle.id} could not be asked about: ${toCountersignError(error).message}`);
    });
    if (current !== undefined && !current.handle.offers.some(isUndecided)) decided += 1;
  }
  for (const offer of await context.store.undecidedForeign(MOST_AT_ONCE)) {
    if (signal?.aborted) break;
    if ((await truthOfForeign(context, offer, { signal }).catch(() => undefined)) !== undefined) decided += 1;
  }
  return decided;
}

const SETTLE_EVERY_MS = 5 * 60_000;

/** Runs it now, and then every five minutes. @returns how to end it */
export function keepSettling(desk: Pick<Desk, 'settleAll'>, log: DeskContext['log']): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const running = (async () => {
    while (!signal.aborted) {
      await desk.settleAll({ signal }).catch((error: unknown) => {
        if (!signal.aborted)
          log?.('warn', `Undecided transactions could not be asked about: ${toCountersignError(error).message}`);
      });
      await sleep(SETTLE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    ending.abort();
    await running;
  };
}
