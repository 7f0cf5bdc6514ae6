/** Tells what happens to escrows: each change once, in order, to whoever follows them. */
import * as z from 'zod';
import { CountersignError, toCountersignError } from '../../errors/errors.ts';
import { addressProblem } from '../../escrow/index.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import type { ContractEvent } from '../../ledger/ledger.ts';
import { redactStrings } from '../../secrets/secrets.ts';
import { boundedList, boundedText } from '../../text/bounded.ts';
import type { EscrowChange } from '../../words/changes.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import type { OnLedger } from '../escrows-on-ledger.ts';
import { personIn } from '../person.ts';
import { findHandle } from '../status.ts';
import { tellingOffer } from '../status-words.ts';
import { differencesOf } from './difference.ts';
import { fundedBy, named } from './naming.ts';
import type { Seen } from './poller.ts';
import { type EscrowState, nextState, stateOfText, textOfState } from './state.ts';

/** Changes of one escrow. They count as told when this has ended without an error; else they are told again. */
export type TakeChanges = (changes: readonly EscrowChange[]) => void | Promise<void>;

export type Following = {
  /** Ends it, once what is being taken was taken: so it is not to be waited for in `take` itself. */
  stop(): Promise<void>;
};

const MAX_ESCROWS = 1_000;
const followSchema = z.strictObject({
  escrows: boundedList(boundedText(100), MAX_ESCROWS, {
    empty: 'needs at least one escrow',
    tooMany: `has more than ${MAX_ESCROWS} escrows; follow the others by another call`,
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
  const told = await toldBefore(context, follower, followed);
  const worker = createWorker(context, follower, told, take);
  const end = poller.watch(followed, worker);
  const stop = async () => {
    end();
    await worker.stop();
  };
  if (signal?.aborted) await stop();
  else signal?.addEventListener('abort', () => void stop(), { once: true });
  return { stop };
}

/** Of one that was prepared here by its id, as far as whoever asks may see it. The ledger itself is public. */
async function addressOf(context: DeskContext, escrow: string): Promise<string> {
  if (addressProblem(escrow, ['contract']) === undefined) return escrow;
  const handle = await findHandle(context, escrow);
  return 'escrow' in handle.request ? handle.request.escrow : tellingOffer(handle).contractId;
}

async function toldBefore(
  context: DeskContext,
  follower: string | undefined,
  escrows: readonly string[],
): Promise<Map<string, EscrowState>> {
  if (follower === undefined) return new Map();
  const kept = await context.store.toldTo(personIn(context), follower, escrows);
  return new Map(
    [...kept].flatMap(([escrow, { ledger, state }]): [string, EscrowState][] => {
      const before = stateOfText(state, ledger, context.network);
      return before === undefined ? [] : [[escrow, before]];
    }),
  );
}

type Step = { readonly escrow: string; readonly before: EscrowState; readonly now: EscrowState };

/** Works through what was seen, one look after the other; of looks that come meanwhile the newest is enough. */
function createWorker(
  context: DeskContext,
  follower: string | undefined,
  told: Map<string, EscrowState>,
  take: TakeChanges,
) {
  let next: Seen | undefined;
  let working: Promise<void> | undefined;
  let isOver = false;

  const keep = async (states: ReadonlyMap<string, EscrowState>) => {
    for (const [escrow, state] of states) told.set(escrow, state);
    if (follower === undefined) return;
    const cursors = [...states].map(
      ([escrow, state]) => [escrow, { ledger: state.asOf, state: textOfState(state) }] as const,
    );
    await context.store.setTold(personIn(context), follower, new Map(cursors));
  };
  const work = async () => {
    for (let seen = next; seen !== undefined && !isOver; seen = next) {
      next = undefined;
      const { fresh, steps } = compare(context, told, seen);
      if (fresh.size > 0) await keep(fresh);
      const events = await eventsOf(context, steps);
      for (const { escrow, before, now } of steps) {
        if (isOver) return;
        const own =
          events?.filter((each) => each.contract === escrow && each.ledger > before.asOf && each.ledger <= now.asOf) ??
          [];
        const kind = now.kind ?? before.kind;
        const changes = named(differencesOf(escrow, before, now, context.network, fundedBy(own, kind)), own, kind);
        await take(redactStrings(changes, context.scanner.redact));
        await keep(new Map([[escrow, now]]));
      }
    }
  };
  return {
    see(seen: Seen) {
      next = next === undefined ? seen : new Map([...next, ...seen]);
      working ??= work()
        // It is told again after the next look.
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

/** @returns what is seen for the first time, and what differs from what was told */
function compare({ network }: DeskContext, told: Map<string, EscrowState>, seen: Seen) {
  const fresh = new Map<string, EscrowState>();
  const steps: Step[] = [];
  for (const [escrow, onLedger] of seen) {
    const before = told.get(escrow);
    if (before === undefined) {
      if (isState(onLedger)) fresh.set(escrow, onLedger);
      continue;
    }
    const now = nextState(before, onLedger);
    if (now === undefined) continue;
    if (differencesOf(escrow, before, now, network).length > 0) steps.push({ escrow, before, now });
    else told.set(escrow, now);
  }
  return { fresh, steps };
}

const isState = (seen: OnLedger): seen is EscrowState => seen.state !== 'not-listed';

/** Since the oldest of what was told. Where they are not all there any more the states alone tell. */
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
