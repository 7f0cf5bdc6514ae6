/** Asks the ledger about every offer that is undecided and past its time, whoever's it is, and whoever else asks. */
import { toCountersignError } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { MAX_HANDLES } from '../store/limits.ts';
import { isUndecided } from '../store/offers.ts';
import { readForeignOutcome } from './read-foreign.ts';
import { readOutcome } from './read-outcome.ts';

/** The store keeps no more undecided handles than this. */
const MOST_AT_ONCE = MAX_HANDLES;

/** @returns how many handles were decided */
export async function settleAll(context: DeskContext, { signal }: CallOptions = {}): Promise<number> {
  if (context.ledger === undefined) return 0;
  let decided = 0;
  for (const handle of await context.store.undecided(context.now(), MOST_AT_ONCE)) {
    if (signal?.aborted) break;
    // One that cannot be read must not keep the others waiting.
    const current = await readOutcome({ ...context, ...context.servedFor(handle.owner.tenant) }, handle, {
      signal,
    }).catch((error: unknown) => {
      context.log?.('warn', `Handle ${handle.id} could not be asked about: ${toCountersignError(error).message}`);
    });
    if (current !== undefined && !current.handle.offers.some(isUndecided)) decided += 1;
  }
  for (const offer of await context.store.undecidedForeign(MOST_AT_ONCE)) {
    if (signal?.aborted) break;
    if ((await readForeignOutcome(context, offer, { signal }).catch(() => undefined)) !== undefined) decided += 1;
  }
  return decided;
}
