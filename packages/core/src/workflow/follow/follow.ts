/** Reports changes of escrows to a follower: each change once, in order. */
import * as z from 'zod';
import { CountersignError, createProblem, toCountersignError } from '../../errors/errors.ts';
import { boundedList, boundedText } from '../../escrow/bounded.ts';
import { addressProblem } from '../../escrow/index.ts';
import { contractOfToken } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import type { ContractEvent } from '../../ledger/ledger.ts';
import { redactStrings } from '../../secrets/secrets.ts';
import type { EscrowChange } from '../../words/data/schemas.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { OnLedger, PolledEscrows } from '../model/on-ledger.ts';
import { personIn } from '../model/person.ts';
import { transactionToReport } from '../model/requests.ts';
import { renewedAt } from '../read/renewed.ts';
import { findPrepared } from '../status/find-request.ts';
import { differencesOf } from './difference.ts';
import { fundedBy, isDecision, named, withPayees } from './naming.ts';
import { type FollowedEscrow, nextState, stateOfText, textOfState } from './state.ts';

type Step = { readonly escrow: string; readonly before: FollowedEscrow; readonly now: FollowedEscrow };

/** Processes polls one after the other; of those that arrive in the meantime only the newest counts. */
function createReporter(
  context: DeskContext,
  follower: string | undefined,
  reported: Map<string, FollowedEscrow>,
  take: TakeChanges,
  escrows: readonly string[],
) {
  const begun = Promise.withResolvers<void>();
  const doubted = new Set<string>();
  let next: PolledEscrows | undefined;
  let working: Promise<void> | undefined;
  let isOver = false;

  const keep = async (states: ReadonlyMap<string, FollowedEscrow>) => {
    for (const [escrow, state] of states) reported.set(escrow, state);
    if (follower === undefined) return;
    const cursors = [...states].map(
      ([escrow, state]) => [escrow, { ledger: state.asOf, state: textOfState(state) }] as const,
    );
    await context.store.setReported(personIn(context), follower, new Map(cursors));
  };
  const work = async () => {
    for (let seen = next; seen !== undefined && !isOver; seen = next) {
      next = undefined;
      const { fresh, steps } = compare(context, reported, doubted, seen);
      if (fresh.size > 0) await keep(fresh);
      if (escrows.every((each) => reported.has(each))) begun.resolve();
      const events = await eventsOf(context, steps);
      for (const { escrow, before, now } of steps) {
        if (isOver) return;
        const own =
          events?.filter((each) => each.contract === escrow && each.ledger > before.asOf && each.ledger <= now.asOf) ??
          [];
        const kind = now.kind ?? before.kind;
        const changes = named(differencesOf(escrow, before, now, context.network, fundedBy(own, kind)), own, kind);
        const withNames = await namePayees(context, { escrow, before, now }, changes, own);
        await take(redactStrings(withNames, context.scanner.redact));
        await keep(new Map([[escrow, now]]));
      }
    }
  };
  return {
    begun: begun.promise,
    see(seen: PolledEscrows) {
      next = next === undefined ? seen : new Map([...next, ...seen]);
      working ??= work()
        // The changes are reported again after the next poll.
        .catch((error: unknown) =>
          context.log?.('warn', `Changes were not taken: ${toCountersignError(error).message}`),
        )
        .finally(() => {
          working = undefined;
        });
    },
    async stop() {
      isOver = true;
      await working;
    },
  };
}

/** @returns the escrows seen for the first time, and the changes since the last report */
function compare(
  { network }: DeskContext,
  reported: Map<string, FollowedEscrow>,
  doubted: Set<string>,
  seen: PolledEscrows,
) {
  const fresh = new Map<string, FollowedEscrow>();
  const steps: Step[] = [];
  for (const [escrow, onLedger] of seen) {
    const before = reported.get(escrow);
    if (before === undefined) {
      if (isState(onLedger)) fresh.set(escrow, onLedger);
      continue;
    }
    const now = nextState(before, onLedger);
    if (now === undefined) continue;
    const changes = differencesOf(escrow, before, now, network);
    if (changes.length === 0) reported.set(escrow, now);
    else if (isTorn(now, changes) && !doubted.has(escrow)) {
      doubted.add(escrow);
      continue;
    } else steps.push({ escrow, before, now });
    doubted.delete(escrow);
  }
  return { fresh, steps };
}

/** The balance may be read after the escrow, so a release can look like a withdrawal until the next poll. */
const isTorn = ({ held }: FollowedEscrow, changes: readonly EscrowChange[]): boolean =>
  held !== undefined && held.modified === undefined && changes.some(({ kind }) => kind === 'withdrawn');

const isState = (seen: OnLedger): seen is FollowedEscrow => seen.state !== 'not-listed';

/** Events since the oldest reported state. If the RPC no longer has all of them, only the states count. */
async function eventsOf(
  { ledger }: DeskContext,
  steps: readonly Step[],
): Promise<readonly ContractEvent[] | undefined> {
  if (ledger === undefined || steps.length === 0) return undefined;
  const from = Math.min(...steps.map(({ before }) => before.asOf)) + 1;
  return await ledger.eventsOf(
    steps.map(({ escrow }) => escrow),
    from,
  );
}

async function namePayees(
  { ledger, network }: DeskContext,
  { escrow, before, now }: Step,
  changes: readonly EscrowChange[],
  events: readonly ContractEvent[],
): Promise<readonly EscrowChange[]> {
  const terms = now.escrow ?? before.escrow;
  if (ledger === undefined || terms === undefined || !changes.some(isDecision)) return changes;
  const payer = { token: contractOfToken(network, terms.trustline.address), from: escrow };
  const transfers = (await ledger.transfersFrom(payer, before.asOf + 1)) ?? [];
  const fees = [terms.roles.platformAddress, network.feeAddress];
  return withPayees(changes, transfers, events, now.kind ?? before.kind, fees);
}

const MAX_ESCROWS = 1_000;
const followSchema = z.strictObject({
  escrows: boundedList(boundedText(100), MAX_ESCROWS, {
    empty: createProblem('NO_ESCROWS'),
    tooMany: createProblem('TOO_MANY_ESCROWS', { most: MAX_ESCROWS }),
  }),
  follower: boundedText(100).optional(),
});

/** @throws CountersignError INPUT_INVALID, HANDLE_NOT_FOUND; SETTING_INVALID where there is no ledger to ask */
export async function followEscrows(
  context: DeskContext,
  input: unknown,
  take: TakeChanges,
  { signal }: CallOptions = {},
): Promise<Following> {
  const { escrows, follower } = parseInput(followSchema, input);
  const { poller } = context;
  if (poller === undefined) {
    throw new CountersignError('SETTING_INVALID', {
      message: 'No Stellar RPC is set, so no escrow can be followed.',
      operatorRemedy: 'Set STELLAR_RPC_URL, then start again.',
    });
  }
  const addresses = await Promise.all([...new Set(escrows)].map((escrow) => addressOf(context, escrow)));
  const followed = [...new Set(addresses)];
  const reported = await reportedBefore(context, follower, followed);
  const reporter = createReporter(context, follower, reported, take, followed);
  const end = poller.watch(followed, reporter);
  const stop = async () => {
    end();
    await reporter.stop();
  };
  if (signal?.aborted) await stop();
  else signal?.addEventListener('abort', () => void stop(), { once: true });
  return { begun: () => reporter.begun, stop };
}

/** An id resolves only if the caller may see its request. An address always does: the ledger is public. */
async function addressOf(context: DeskContext, escrow: string): Promise<string> {
  if (addressProblem(escrow, ['contract']) === undefined) {
    return (await renewedAt(context, escrow))?.contractId ?? escrow;
  }
  const prepared = await findPrepared(context, escrow);
  return 'escrow' in prepared.request ? prepared.request.escrow : transactionToReport(prepared).contractId;
}

async function reportedBefore(
  context: DeskContext,
  follower: string | undefined,
  escrows: readonly string[],
): Promise<Map<string, FollowedEscrow>> {
  if (follower === undefined) return new Map();
  const kept = await context.store.reportedTo(personIn(context), follower, escrows);
  return new Map(
    [...kept].flatMap(([escrow, { ledger, state }]): [string, FollowedEscrow][] => {
      const before = stateOfText(state, ledger, context.network);
      return before === undefined ? [] : [[escrow, before]];
    }),
  );
}

const PROGRESS_EVERY_MS = 1_000;

/** @returns undefined if there is none in time, or no ledger to ask. @throws CountersignError CANCELLED */
export async function nextChanges(
  context: DeskContext,
  contractId: string,
  timeoutMs: number,
  { signal, onProgress }: CallOptions,
): Promise<readonly EscrowChange[]> {
  if (context.poller === undefined) return [];
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<readonly EscrowChange[]>();
  const give = () => resolve([]);
  const timer = setTimeout(give, timeoutMs);
  const progress = setInterval(
    () => onProgress?.(Math.round(performance.now() - started), timeoutMs),
    PROGRESS_EVERY_MS,
  );
  signal?.addEventListener('abort', give, { once: true });
  const following = await followEscrows(context, { escrows: [contractId] }, resolve);
  try {
    if (signal?.aborted) give();
    const changes = await promise;
    if (signal?.aborted) throw new CountersignError('CANCELLED');
    return changes;
  } finally {
    clearTimeout(timer);
    clearInterval(progress);
    signal?.removeEventListener('abort', give);
    await following.stop();
  }
}

/** Receives the changes of one escrow. If it throws or rejects, they are reported again. */
export type TakeChanges = (changes: readonly EscrowChange[]) => void | Promise<void>;

export type Following = {
  /** Waits for the state that later changes are compared with; without end where it cannot be read. */
  readonly begun: () => Promise<void>;
  /** Stops after the running `take` has finished, so `take` itself must not await it. */
  stop(): Promise<void>;
};
