/** Ends a request that was never sent: it is superseded, declined or discarded. */
import { CountersignError, toCountersignError } from '../../errors/errors.ts';
import { cleanParagraph } from '../../text/text.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import { isOwner, isPerson, maySpeakFor } from '../model/person.ts';
import { type End, type PreparedRequest, transactionToReport } from '../model/requests.ts';
import { requireUnsent } from '../model/require-unsent.ts';
import type { TransactionStatus } from '../model/results.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { signersIn, signersView } from '../read/signers-view.ts';
import { isLimitedByDay } from '../risk/limits.ts';
import { describePrepared } from '../status/status-words.ts';

/** The longest reason, in characters. */
const MAX_REASON = 300;

/** @param preparedRequests earlier versions; one that was sent meanwhile stays as it is. @param by the request that replaces them */
export async function supersede(
  { store, now }: DeskContext,
  preparedRequests: readonly PreparedRequest[],
  by: string,
): Promise<void> {
  for (const { id } of preparedRequests) {
    if (id !== by) await store.end(id, { as: 'superseded', at: now(), by }).catch(throwUnlessSent);
  }
}

/** A request that was sent meanwhile is left alone: its outcome says the rest. */
function throwUnlessSent(error: unknown): void {
  const { code } = toCountersignError(error);
  if (code !== 'ALREADY_SETTLED' && code !== 'OUTCOME_UNKNOWN' && code !== 'ADDRESS_TAKEN') throw error;
}

/** @throws CountersignError OUTCOME_UNKNOWN, ALREADY_SETTLED, ADDRESS_TAKEN */
export async function discard(
  context: DeskContext,
  prepared: PreparedRequest,
  options: CallOptions,
): Promise<TransactionStatus> {
  return await endRequest(context, prepared, { as: 'discarded', at: context.now() }, options);
}

/** @throws CountersignError as `discard`; PROOF_NEEDED for a visitor who did not prove a signer's wallet */
export async function decline(
  context: DeskContext,
  prepared: PreparedRequest,
  reason: string | undefined,
  options: CallOptions,
): Promise<TransactionStatus> {
  const { viewer } = context;
  const signers = signersIn(prepared, await signersView(context, prepared, transactionToReport(prepared)));
  if (!maySpeakFor(viewer, signers)) throw new CountersignError('PROOF_NEEDED');
  const text = cleanParagraph(reason ?? '', MAX_REASON);
  const end: End = {
    as: 'declined',
    at: context.now(),
    ...(text === '' ? {} : { reason: text }),
    ...declinedBy(context, prepared),
  };
  return await endRequest(context, prepared, end, options);
}

function declinedBy({ viewer }: DeskContext, { owner }: PreparedRequest): Pick<End, 'bySigner' | 'byVisitor'> {
  if (isOwner(viewer, owner)) return {};
  return isPerson(viewer) || viewer.visitor === undefined ? { byVisitor: true } : { bySigner: true };
}

/** The ledger is asked first: a wallet may have sent it. */
async function endRequest(
  context: DeskContext,
  prepared: PreparedRequest,
  end: End,
  options: CallOptions,
): Promise<TransactionStatus> {
  const { prepared: current } = await readOutcome(context, prepared, options);
  requireUnsent(current, context.words);
  await context.store.end(current.id, end);
  return await describePrepared(context, (await context.store.find(current.id)) ?? current);
}

/** The ledger is asked first: what it has decided can be forgotten. @throws CountersignError NOT_OVER */
export async function forget(context: DeskContext, prepared: PreparedRequest, options: CallOptions): Promise<void> {
  await readOutcome(context, prepared, options);
  await context.store.forget(prepared.id, await isLimitedByDay(context, prepared.owner));
}
