/** Reports changes of escrows to a follower: each change once, in order. */
import * as z from 'zod';
import { CountersignError, createProblem } from '../../errors/errors.ts';
import { boundedList, boundedText } from '../../escrow/bounded.ts';
import { addressProblem } from '../../escrow/index.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { findHandle } from '../outcome/status.ts';
import { tellingOffer } from '../outcome/status-words.ts';
import { personIn } from '../people/person.ts';
import type { Following, TakeChanges } from './following.ts';
import { type EscrowState, stateOfText } from './state.ts';
import { createTeller } from './teller.ts';

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
  const told = await toldBefore(context, follower, followed);
  const teller = createTeller(context, follower, told, take);
  const end = poller.watch(followed, teller);
  const stop = async () => {
    end();
    await teller.stop();
  };
  if (signal?.aborted) await stop();
  else signal?.addEventListener('abort', () => void stop(), { once: true });
  return { stop };
}

/** An id resolves only if the caller may see its handle. An address always does: the ledger is public. */
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
