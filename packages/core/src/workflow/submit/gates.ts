/** Reads what decides whether a signed transaction is sent (`decide.ts`), each fact when its gate is next. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import { requireCarrier } from '../carriers/require-carrier.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import { keysOf } from '../model/keys.ts';
import { type By, isDecided, mayBeSent, type PreparedRequest, type PreparedTransaction } from '../model/requests.ts';
import type { KeptSettlement } from '../model/results.ts';
import { reverify } from '../model/reverify.ts';
import { expiredSettlement, unknownSettlement } from '../outcome/outcome-words.ts';
import { readForeignOutcome, readOutcome } from '../outcome/read-outcome.ts';
import { findSeen } from '../people/access.ts';
import { unconfirmedWarnings } from '../people/confirmations.ts';
import { previousRequests } from '../prepare/gather.ts';
import { exceededLimit } from '../risk/limits.ts';
import { judgeAgain } from '../risk/risk-again.ts';
import { riskNow } from '../risk/risk-of-deploy.ts';
import { readDeathsAgain, readOutcomeTwice } from '../status/deaths.ts';
import { SENDING_STALE_MS } from '../status/status-words.ts';
import type { Gate, Gates, SendingFacts } from './decide.ts';

/** A signed transaction in the call that is to send it. */
export type Sending = {
  readonly context: RunningContext;
  readonly read: ReadTransaction;
  /** Has the hash of `read`, whose signatures were checked. */
  readonly transaction: PreparedTransaction;
  /** As the ledger has it now; absent for a transaction that was prepared elsewhere. */
  readonly prepared: PreparedRequest | undefined;
};

/** What is known before any gate. A transaction that was prepared elsewhere was compared and judged in this call. */
export async function gatherSending({ context, transaction, prepared }: Sending): Promise<SendingFacts> {
  const facts = { transaction, hasEnded: prepared?.end !== undefined, now: context.now() };
  if (prepared === undefined) {
    const passed = { limits: 'within', confirmations: [], riskAgain: { unconfirmed: [] } } as const;
    return { ...facts, ...passed, verdict: undefined, doneBefore: undefined };
  }
  const previous = mayBeSent(transaction) ? [] : await refreshedBefore(context, prepared, transaction);
  return {
    ...facts,
    verdict: reverify(context, prepared, transaction),
    doneBefore: previous.find((each) => each.round >= prepared.round && isDecided(each)),
  };
}

/** The equal requests before it, once the dead transactions of all of them were read again. */
async function refreshedBefore(
  context: RunningContext,
  prepared: PreparedRequest,
  { sequence }: PreparedTransaction,
): Promise<readonly PreparedRequest[]> {
  const { request } = keysOf(prepared, context.network, prepared.owner);
  const previous = await previousRequests(context, request, prepared);
  const isRecorded = await readDeathsAgain(context, [prepared, ...previous], sequence);
  return isRecorded ? await previousRequests(context, request, prepared) : previous;
}

export async function readGate(sending: Sending, gate: Gate): Promise<Gates> {
  const { context, transaction, prepared } = sending;
  if (gate === 'turn') return { turn: await awaitTurn(sending) };
  if (gate === 'usedBy') return { usedBy: await outcomeOfUsedSequence(sending) };
  if (gate === 'claim') return { claim: await claim(sending) };
  if (prepared === undefined) throw new CountersignError('INTERNAL');
  if (gate === 'riskAgain') return { riskAgain: await judgeAgain(context, prepared, transaction, context.call()) };
  if (gate === 'confirmations') {
    const { stops: blockers } = await riskNow(context, prepared, transaction);
    return { confirmations: await unconfirmedWarnings(context, prepared, blockers) };
  }
  // It is signed by now. Counted first, so that of several at the same time none is missed.
  if (!transaction.isCounted) await context.store.count(transaction.hash);
  return { limits: (await exceededLimit(context, prepared, prepared.owner, prepared.id)) ?? 'within' };
}

/** Waits until the ledger would take it next. */
async function awaitTurn({ context, read }: Sending): Promise<Gates['turn'] & string> {
  const begun = performance.now();
  const own = read.transaction.seqNum;
  for (;;) {
    const { signal, deadline = Number.POSITIVE_INFINITY } = context.call();
    const snapshot = await context.ledger?.lookAt({ account: read.source, contracts: [] }, signal);
    // Where the ledger does not answer, it decides itself.
    if (snapshot?.kind !== 'seen' || snapshot.account === undefined) return 'next';
    const next = BigInt(snapshot.account.seqNum) + 1n;
    if (own <= next) return own === next ? 'next' : 'used';
    const { alignMs, askEveryMs } = context.patience;
    const isOver = performance.now() - begun > alignMs || context.now() + askEveryMs > deadline;
    if (isOver) return 'ahead';
    await sleep(askEveryMs, undefined, { signal });
  }
}

export async function outcomeOfUsedSequence(sending: Sending): Promise<KeptSettlement> {
  const { context, prepared } = sending;
  if (prepared !== undefined) await readOutcomeTwice(context, prepared, 'all');
  return await readSent(sending);
}

async function claim({ context, read, transaction }: Sending): Promise<Gates['claim'] & object> {
  const { hash, action, state, requestId: id } = transaction;
  requireCarrier(context, action);
  const claimed = await context.store.claim(hash, read.xdr, SENDING_STALE_MS, state, builderOf(context, transaction));
  if (claimed.kind !== 'refused') return claimed;
  const isSeen = id === undefined || (await findSeen(context, id)) !== undefined;
  return { ...claimed, isSeen };
}

/** In rows of earlier versions it is absent. */
export const builderOf = ({ service }: DeskContext, { builtBy }: PreparedTransaction): By =>
  builtBy ?? (service === undefined ? 'rpc' : 'service');

/** Reads the ledger once and records the outcome; `unknown` where it has none. */
export async function readSent({ context, transaction }: Sending): Promise<KeptSettlement> {
  const nothing = unknownSettlement(transaction, 'not-said');
  const { requestId: id } = transaction;
  const prepared = id === undefined ? undefined : await context.store.find(id).catch(() => undefined);
  if (prepared === undefined) return (await readForeignOutcome(context, transaction, context.call())) ?? nothing;
  const current = await readOutcome(context, prepared, context.call()).then(
    (read) => read.prepared,
    () => prepared,
  );
  const settled = current.transactions.find(({ state }) => state === 'settled' || state === 'taken')?.settlement;
  const itself = current.transactions.find(({ hash }) => hash === transaction.hash);
  if (settled !== undefined) return settled;
  if (itself?.state === 'dead') return itself.settlement ?? expiredSettlement(transaction, context.ledger?.host);
  const isDead = itself?.state === 'rejected' || itself?.settlement?.death !== undefined;
  return (isDead ? itself.settlement : undefined) ?? nothing;
}
