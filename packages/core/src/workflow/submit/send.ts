/** Sends a signed transaction once its gates are open, and learns its outcome from the ledger. */
import { setTimeout as sleep } from 'node:timers/promises';
import { recordDamaged } from '../../errors/damage.ts';
import { CountersignError, operatorFields, toCountersignError } from '../../errors/errors.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import { pauseAfter } from '../../ledger/send-transaction.ts';
import { redactStrings } from '../../secrets/secrets.ts';
import type { SendOutcome } from '../../service/escrow-service.ts';
import { needsFallback, sendDirectly, shareOfService } from '../carriers/direct-fallback.ts';
import { requireCarrier } from '../carriers/require-carrier.ts';
import type { DeskContext } from '../context.ts';
import { mayBeSent, type PreparedTransaction } from '../model/requests.ts';
import { endedError, sentError } from '../model/require-unsent.ts';
import type { KeptSettlement } from '../model/results.ts';
import { serviceSettlement, unknownSettlement, withServiceWords } from '../outcome/outcome-words.ts';
import { rightTo } from '../people/access.ts';
import { withLease } from '../prepare/with-lease.ts';
import { settleLate } from '../status/late.ts';
import { displacedBy } from '../status/related.ts';
import { decideSending, decideUsed, type Gate, type SendingDecision, type SendingOutcome } from './decide.ts';
import { builderOf, gatherSending, outcomeOfUsedSequence, readGate, readSent, type Sending } from './gates.ts';

/** @throws CountersignError for everything that was refused before it was sent */
export async function sendInTime(sending: Sending): Promise<KeptSettlement> {
  const { context, prepared } = sending;
  const now = async () => await act(sending, (await passGates(sending)) as SendingOutcome);
  if (prepared?.action !== 'fund') return await now();
  // Of two payments into one escrow, the second is judged by what the first one left to pay.
  return await withLease(context, `payment into ${prepared.request.escrow}`, now);
}

/**
 * All checks before sending, except for the signatures and the claim.
 * @returns the outcome, where it turns out to be decided already
 * @throws CountersignError for everything for which it is not sent
 */
export async function requireReady(sending: Sending): Promise<KeptSettlement | undefined> {
  const decision = await passGates(sending, 'claim');
  return decision.kind === 'read' ? undefined : await act(sending, decision);
}

/** Reads the gates in their order, up to one that is closed. @param last a gate that is not read */
async function passGates(sending: Sending, last?: Gate): Promise<SendingDecision> {
  let facts = await gatherSending(sending);
  for (;;) {
    const decision = decideSending(facts);
    if (decision.kind !== 'read' || decision.gate === last) return decision;
    facts = { ...facts, ...(await readGate(sending, decision.gate)) };
  }
}

async function act(sending: Sending, outcome: SendingOutcome): Promise<KeptSettlement> {
  const { context, read, transaction } = sending;
  switch (outcome.kind) {
    case 'send':
      return await send(sending, outcome.claim);
    case 'decided':
      return outcome.settlement;
    case 'learn':
      return markForeign(transaction, await readOrReported(sending, outcome.settlement));
    case 'being-sent':
      return unknownSettlement(transaction, 'being-sent');
    case 'late':
      return await settleLate(context, read, transaction);
    default:
      throw await errorOf(sending, outcome);
  }
}

type NotSent = Exclude<SendingOutcome, { readonly kind: 'send' | 'decided' | 'learn' | 'being-sent' | 'late' }>;

async function errorOf(sending: Sending, outcome: NotSent): Promise<CountersignError> {
  const { transaction, context } = sending;
  const { words } = context;
  const { language } = words;
  switch (outcome.kind) {
    case 'displaced':
      return await displacedError(sending);
    case 'changed':
      return recordDamaged(transaction.requestId ?? transaction.hash, 'mismatch', CHANGED_IN_STORE);
    case 'not-now':
      return new CountersignError('TRANSACTION_PARTLY_VERIFIED', { message: NOT_ALLOWED_NOW });
    case 'done':
      return sentError(outcome.by, words) ?? new CountersignError('INTERNAL');
    case 'limit-reached':
    case 'escrow-changed':
      return outcome.error;
    case 'to-confirm': {
      const { blockers, isNew } = outcome;
      const what = { message: words.changedSinceText(words.stopLines(blockers)), language };
      return new CountersignError('CONFIRMATION_NEEDED', isNew ? what : {});
    }
    case 'not-its-turn':
      return new CountersignError('SEQUENCE_TAKEN');
    case 'sequence-used':
      return new CountersignError('SEQUENCE_TAKEN', USED);
    case 'ended':
      return endedError(outcome.claim, words) ?? new CountersignError('HANDLE_NOT_FOUND');
    case 'not-theirs':
      return new CountersignError('NOT_PREPARED_HERE', ENDED);
    case 'dead':
      return new CountersignError('TRANSACTION_DISPLACED');
    case 'other-was-sent':
      return new CountersignError('OUTCOME_UNKNOWN');
  }
}

const CHANGED_IN_STORE =
  'This prepared transaction was changed in the data folder and no longer matches its request. It was not sent.';
const NOT_ALLOWED_NOW =
  'This transaction was offered under settings that have changed, and is not allowed by them now. It was not sent.';
const USED = {
  message:
    'The account’s sequence number has been used, and the ledger has not shown yet by what. Nothing was sent just now.',
  remedy: 'Submit the same signed transaction again in a minute.',
} as const;
export const ENDED = {
  message: 'You did not prepare this transaction here, and it is no longer offered. It was not sent.',
  remedy: 'Ask the person who prepared it for the current one.',
} as const;

/** Only callers who may see the request learn what the other transaction is. */
async function displacedError({ context, transaction, prepared }: Sending): Promise<CountersignError> {
  const { words } = context;
  const isSeen = (await rightTo(context, prepared)) !== undefined;
  const by = prepared === undefined || !isSeen ? undefined : await displacedBy(context, prepared, transaction);
  if (by === undefined) return new CountersignError('TRANSACTION_DISPLACED');
  const { message } = words.displacedWords(transaction.action, by);
  return new CountersignError('TRANSACTION_DISPLACED', {
    message: `${message} ${words.NOT_SENT}`,
    language: words.language,
  });
}

type Granted = Extract<SendingOutcome, { readonly kind: 'send' }>['claim'];

async function send(sending: Sending, claim: Granted): Promise<KeptSettlement> {
  const { context, read, transaction } = sending;
  context.onCheckpoint?.('claimed');
  const tried = await trySending(sending, claim);
  if (tried === 'sequence-used') return await act(sending, decideUsed(await outcomeOfUsedSequence(sending)));
  const { settlement: answered, isDirect } = tried;
  const settlement = markForeign(transaction, answered);
  context.onCheckpoint?.('sent');
  // Balances that were read before may be out of date.
  context.service?.balancesChanged(transaction.contractId);
  await record(context, transaction, claim, settlement);
  context.onCheckpoint?.('recorded');
  const current = await readOrReported(sending, settlement);
  // The service reports that it sent it, or does not report what it did: the ledger has nothing of it.
  const isOpen = !isDirect && (current.status === 'accepted' || current.status === 'unknown');
  const isSent = isOpen && (await sendDirectly(context, read.xdr, transaction)) !== undefined;
  return markForeign(transaction, isSent ? await readOrReported(sending, settlement) : current);
}

type Tried = { readonly settlement: KeptSettlement; readonly isDirect: boolean };

async function trySending(sending: Sending, claim: Granted): Promise<Tried | 'sequence-used'> {
  const { context, read, transaction } = sending;
  try {
    const { outcome, isDirect } = await sendBySomebody(sending);
    if (outcome.kind === 'unknown') logProblem(context, outcome.problem);
    // The service's answer is kept and shown; it may contain one of our own credentials.
    const deploy = readDeploy(read, context.network.passphrase);
    const signed = 'unreadable' in deploy ? undefined : deploy.escrow;
    const hasLedger = context.ledger !== undefined;
    const settlement = serviceSettlement(outcome, transaction, signed, context.network, hasLedger);
    return { settlement: redactStrings(settlement, context.scanner.redact), isDirect };
  } catch (error) {
    // A carrier throws our own errors only if nothing was sent; the transaction then gets its previous state back.
    const notSent = error instanceof CountersignError && error.code !== 'INTERNAL';
    const wasSent = mayBeSent({ state: claim.before });
    const notByRpc = notSent && builderOf(context, transaction) !== 'service';
    if (notByRpc) logProblem(context, error);
    if (notByRpc && wasSent) {
      return { settlement: unknownSettlement(transaction, 'not-sent-again'), isDirect: true };
    }
    // If the store fails as well, the reason why it was not sent is still thrown.
    const state = notSent && !wasSent ? 'offered' : 'unknown';
    await context.store.record(transaction.hash, claim.number, state).catch(() => {});
    if (notByRpc && error.code === 'SEQUENCE_TAKEN') return 'sequence-used';
    throw error;
  }
}

/** Who built it sends it; where a service certainly did not, Stellar RPC does, if that may be. */
async function sendBySomebody(
  sending: Sending,
): Promise<{ readonly outcome: SendOutcome; readonly isDirect: boolean }> {
  const { context, read, transaction } = sending;
  const { action, builtBy } = transaction;
  const carrier = (builtBy === 'direct' ? context.direct?.[action] : undefined) ?? requireCarrier(context, action);
  try {
    const options = builtBy === 'service' ? shareOfService(context, context.call()) : context.call();
    return { outcome: await carrier.send(read.xdr, options), isDirect: builtBy === 'direct' };
  } catch (error) {
    const outcome = needsFallback(error) ? await sendDirectly(context, read.xdr, transaction) : undefined;
    if (outcome === undefined) throw error;
    return { outcome, isDirect: true };
  }
}

function logProblem({ log }: DeskContext, problem: CountersignError | undefined): void {
  const { remedy } = problem === undefined ? {} : operatorFields(problem);
  if (problem === undefined || remedy === undefined) return;
  const detail = problem.detail === undefined ? '' : ` (${problem.detail})`;
  log?.('warn', `${problem.message}${detail} ${remedy}`);
}

/** Never throws, so that the caller learns the outcome even if the store fails; the claim then goes stale. */
async function record(
  context: DeskContext,
  { hash }: PreparedTransaction,
  { number }: Granted,
  settlement: KeptSettlement,
): Promise<void> {
  const state = settlement.status === 'accepted' ? 'accepted' : 'unknown';
  try {
    await context.store.record(hash, number, state, settlement);
  } catch (error) {
    context.log?.('warn', `The outcome of ${hash} could not be recorded: ${toCountersignError(error).message}`);
  }
}

/** The ledger's outcome as soon as there is one; until then what the service reported. */
async function readOrReported(sending: Sending, reported: KeptSettlement): Promise<KeptSettlement> {
  const { context } = sending;
  if (context.ledger === undefined) return reported;
  const { acceptedMs, unknownMs, alignMs, askEveryMs } = context.patience;
  const usualMs = reported.status === 'accepted' ? acceptedMs : unknownMs;
  const begun = performance.now();
  for (let looks = 1; ; looks += 1) {
    const settlement = await readSent(sending);
    const { deadline = Number.POSITIVE_INFINITY, signal } = context.call();
    const pauseMs = pauseAfter(looks, askEveryMs);
    // What is read as dead once is final by the next ledger.
    const window = settlement.death === undefined ? usualMs : Math.max(usualMs, alignMs);
    const isOver = performance.now() - begun >= window || context.now() + pauseMs > deadline || signal?.aborted;
    if (settlement.status !== 'unknown') return withServiceWords(settlement, reported);
    if (isOver) return settlement.death === undefined ? reported : settlement;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function markForeign(transaction: PreparedTransaction, settlement: KeptSettlement): KeptSettlement {
  return transaction.requestId === undefined ? { ...settlement, preparedHere: false } : settlement;
}
