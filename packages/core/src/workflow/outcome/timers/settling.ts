/** Asks the ledger about every transaction that is undecided and past its time, of any owner, also while others ask. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toCountersignError } from '../../../errors/errors.ts';
import type { DeskContext } from '../../context.ts';
import type { CallOptions } from '../../model/call-options.ts';
import { isUndecided } from '../../model/requests.ts';
import { MAX_PREPARED_REQUESTS } from '../../store/limits.ts';
import type { DueOutcome } from '../../store/timers.ts';
import { isDeathDoubtful } from '../death.ts';
import { readForeignOutcome, readOutcome } from '../read-outcome.ts';

export type SettlingPace = {
  /** Between two looks at what is due, which write nothing where nothing is. */
  readonly everyMs: number;
  /** After the end of what was not sent from here: by then a ledger has closed that proves it. */
  readonly afterEndMs: number;
  /** Anyone who sent it waits for the outcome for less time than this. */
  readonly afterSendingMs: number;
  /** A process that died with an outcome in hand is succeeded after so long. */
  readonly leaseMs: number;
  /** Before the next question about what the ledger could not decide; twice as long each time. */
  readonly againMs: number;
  readonly longestMs: number;
};

const PACE: SettlingPace = {
  everyMs: 10_000,
  afterEndMs: 10_000,
  afterSendingMs: 20_000,
  leaseMs: 60_000,
  againMs: 10_000,
  // The network's own history may be no longer than a day.
  longestMs: 5 * 60_000,
};

/** The ledger is shared with people who wait. */
const AT_ONCE = 4;

/** @returns how to end it; it keeps no process alive */
export function keepSettling(context: DeskContext, changed: Partial<SettlingPace> = {}): () => Promise<void> {
  const pace = { ...PACE, ...changed };
  const holder = randomUUID();
  const ending = new AbortController();
  const { signal } = ending;
  const run = async () => {
    while (!signal.aborted) {
      const left = await settleDue(context, pace, holder, signal).catch((thrown: unknown) => {
        const { message } = toCountersignError(thrown);
        context.log?.('warn', `Undecided transactions could not be asked about: ${message}`);
        return 0;
      });
      if (left === AT_ONCE) continue;
      // Processes that were started together look at different times.
      const pauseMs = pace.everyMs * (0.75 + Math.random() / 2);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = context.ledger === undefined ? undefined : run();
  return async () => {
    ending.abort();
    await running;
  };
}

/** @returns how many were asked about: where it is as many as at once, there may be more */
async function settleDue(
  context: DeskContext,
  pace: SettlingPace,
  holder: string,
  signal: AbortSignal,
): Promise<number> {
  const now = context.now();
  const { leaseMs, longestMs } = pace;
  const due = await context.store.takeOutcomes(
    { expired: now - pace.afterEndMs, sent: now - pace.afterSendingMs },
    { holder, leaseMs, longestMs: Math.max(leaseMs, longestMs) },
    AT_ONCE,
  );
  await Promise.all(due.map((each) => settleOne(context, each, pace, holder, signal)));
  return due.length;
}

async function settleOne(
  context: DeskContext,
  { reference, failures }: DueOutcome,
  { againMs, longestMs }: SettlingPace,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await readNow(context, reference, { signal });
  if (found === 'decided') return await context.store.endTimer('outcome', reference, holder);
  const isNext = found === 'read-once' || signal.aborted;
  // Another process need not wait for one that ends. The second reading of a death needs only a later ledger.
  const inMs = signal.aborted ? 0 : Math.min(againMs * (isNext ? 1 : 2 ** failures), longestMs);
  const next = { inMs, failures: isNext ? failures : failures + 1 };
  await context.store.setTimer('outcome', reference, holder, next);
}

/** One that cannot be read must not keep the others waiting. */
async function readNow(
  context: DeskContext,
  reference: string,
  options: CallOptions,
): Promise<'decided' | 'read-once' | 'open'> {
  try {
    const prepared = await context.store.find(reference);
    if (prepared !== undefined) {
      const owners = { ...context, ...context.servedFor(prepared.owner.tenant) };
      const open = (await readOutcome(owners, prepared, options)).prepared.transactions.filter(isUndecided);
      return open.length === 0 ? 'decided' : open.some(isDeathDoubtful) ? 'read-once' : 'open';
    }
    const transaction = await context.store.findByHash(reference);
    if (transaction === undefined || (await readForeignOutcome(context, transaction, options)) !== undefined)
      return 'decided';
    return isDeathDoubtful((await context.store.findByHash(reference)) ?? transaction) ? 'read-once' : 'open';
  } catch (thrown) {
    context.log?.('warn', `${reference} could not be asked about: ${toCountersignError(thrown).message}`);
    return 'open';
  }
}

export async function settleAll(context: DeskContext, { signal }: CallOptions = {}): Promise<number> {
  if (context.ledger === undefined) return 0;
  let decided = 0;
  for (const prepared of await context.store.undecided(context.now(), MAX_PREPARED_REQUESTS)) {
    if (signal?.aborted) break;
    // One that cannot be read must not keep the others waiting.
    const owners = { ...context, ...context.servedFor(prepared.owner.tenant) };
    const current = await readOutcome(owners, prepared, { signal }).catch((error: unknown) => {
      context.log?.('warn', `Handle ${prepared.id} could not be asked about: ${toCountersignError(error).message}`);
    });
    if (current !== undefined && !current.prepared.transactions.some(isUndecided)) decided += 1;
  }
  for (const transaction of await context.store.undecidedForeign(MAX_PREPARED_REQUESTS)) {
    if (signal?.aborted) break;
    if ((await readForeignOutcome(context, transaction, { signal }).catch(() => undefined)) !== undefined) decided += 1;
  }
  return decided;
}
