/** Ends a handle that was never sent: it is superseded, declined or discarded. */
import { toCountersignError } from '../../errors/errors.ts';
import { cleanParagraph } from '../../text/text.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import { isOwner } from '../model/person.ts';
import type { End, PreparedRequest } from '../model/requests.ts';
import { requireUnsent } from '../model/require-unsent.ts';
import type { TransactionStatus } from '../model/results.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { isLimitedByDay } from '../risk/limits.ts';
import { describeHandle } from '../status/status-words.ts';

/** The longest reason, in characters. */
const MAX_REASON = 300;

/** @param handles earlier versions; one that was sent meanwhile stays as it is. @param by the handle that replaces them */
export async function supersede(
  { store, now }: DeskContext,
  handles: readonly PreparedRequest[],
  by: string,
): Promise<void> {
  for (const { id } of handles) {
    if (id !== by) await store.end(id, { as: 'superseded', at: now(), by }).catch(throwUnlessSent);
  }
}

/** A handle that was sent meanwhile is left alone: its outcome says the rest. */
function throwUnlessSent(error: unknown): void {
  const { code } = toCountersignError(error);
  if (code !== 'ALREADY_SETTLED' && code !== 'OUTCOME_UNKNOWN' && code !== 'ADDRESS_TAKEN') throw error;
}

/** @throws CountersignError OUTCOME_UNKNOWN, ALREADY_SETTLED, ADDRESS_TAKEN */
export async function discard(
  context: DeskContext,
  handle: PreparedRequest,
  options: CallOptions,
): Promise<TransactionStatus> {
  return await endHandle(context, handle, { as: 'discarded', at: context.now() }, options);
}

/** @throws CountersignError as `discard` */
export async function decline(
  context: DeskContext,
  handle: PreparedRequest,
  reason: string | undefined,
  options: CallOptions,
): Promise<TransactionStatus> {
  const text = cleanParagraph(reason ?? '', MAX_REASON);
  const end: End = {
    as: 'declined',
    at: context.now(),
    ...(text === '' ? {} : { reason: text }),
    ...(isOwner(context.viewer, handle.owner) ? {} : { byVisitor: true }),
  };
  return await endHandle(context, handle, end, options);
}

/** The ledger is asked first: a wallet may have sent it. */
async function endHandle(
  context: DeskContext,
  handle: PreparedRequest,
  end: End,
  options: CallOptions,
): Promise<TransactionStatus> {
  const { handle: current } = await readOutcome(context, handle, options);
  requireUnsent(current, context.words);
  await context.store.end(current.id, end);
  return await describeHandle(context, (await context.store.find(current.id)) ?? current);
}

/** The ledger is asked first: what it has decided can be forgotten. @throws CountersignError NOT_OVER */
export async function forget(context: DeskContext, handle: PreparedRequest, options: CallOptions): Promise<void> {
  await readOutcome(context, handle, options);
  await context.store.forget(handle.id, await isLimitedByDay(context, handle.owner));
}
