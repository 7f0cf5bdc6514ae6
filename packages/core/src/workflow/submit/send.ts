/** Sends a signed transaction when it is its turn, and learns its outcome from the ledger. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { recordDamaged } from '../../errors/damage.ts';
import { CountersignError, operatorFields, toCountersignError } from '../../errors/errors.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import { pauseAfter } from '../../ledger/send-transaction.ts';
import { redactStrings } from '../../secrets/secrets.ts';
import type { SendOutcome } from '../../service/escrow-service.ts';
import { isStuck, sendWhenStuck, shareOfService } from '../carriers/never-stuck.ts';
import { requireCarrier } from '../carriers/require-carrier.ts';
import type { DeskContext } from '../context.ts';
import type { RunningCall } from '../model/call.ts';
import { keysOfAsked } from '../model/keys.ts';
import { type By, isDecided, mayBeSent, type PreparedRequest, type PreparedTransaction } from '../model/requests.ts';
import { endedError, requireUnsent } from '../model/require-unsent.ts';
import type { KeptSettlement } from '../model/results.ts';
import { reverify } from '../model/reverify.ts';
import { expiredSettlement, serviceSettlement, unknownSettlement, withServiceWords } from '../outcome/outcome-words.ts';
import { readForeignOutcome, readOutcome } from '../outcome/read-outcome.ts';
import { findSeen, rightTo } from '../people/access.ts';
import { requireConfirmed } from '../people/confirmations.ts';
import { previousRequests } from '../prepare/gather.ts';
import { oneAtATime } from '../prepare/one-at-a-time.ts';
import { requireWithinLimits } from '../risk/limits.ts';
import { requireStillSensible } from '../risk/risk-again.ts';
import { riskNow } from '../risk/risk-of-deploy.ts';
import { readDeathsAgain, readOutcomeTwice } from '../status/deaths.ts';
import { settleLate } from '../status/late.ts';
import { displacedBy } from '../status/related.ts';
import { SENDING_STALE_MS } from '../status/status-words.ts';
import type { Claim } from '../store/store.ts';
import { decideRefusal, decideSending, type SendingFacts } from './decide.ts';

/**
 * @param offer whose hash the signed transaction has, and whose signatures were checked
 * @param handle as the ledger has it now; absent for a transaction that was prepared elsewhere
 * @throws CountersignError for everything that was refused before it was sent
 */
export async function sendInTime(
  context: DeskContext,
  read: ReadTransaction,
  offer: PreparedTransaction,
  handle: PreparedRequest | undefined,
  call: RunningCall,
): Promise<KeptSettlement> {
  const now = async () =>
    (await requireReady(context, read, offer, handle, call)) ?? (await send(context, read, offer, handle, call));
  if (handle?.action !== 'fund') return await now();
  // Of two payments into one escrow, the second is judged by what the first one left to pay.
  return await oneAtATime(context, `payment into ${handle.request.escrow}`, call, now);
}

/**
 * All checks before sending, except for the signatures.
 * @returns the outcome, where it turns out to be decided already
 * @throws CountersignError for everything for which it is not sent
 */
export async function requireReady(
  context: DeskContext,
  read: ReadTransaction,
  offer: PreparedTransaction,
  handle: PreparedRequest | undefined,
  call: RunningCall,
): Promise<KeptSettlement | undefined> {
  const decision = decideSending(await gather(context, offer, handle, call));
  switch (decision.kind) {
    case 'late':
      return await settleLate(context, read, offer, call());
    case 'displaced':
      throw await wentFirst(context, offer, handle);
    case 'changed':
      throw recordDamaged(offer.handle ?? offer.hash, 'mismatch', CHANGED_IN_STORE);
    case 'not-now':
      throw new CountersignError('TRANSACTION_PARTLY_VERIFIED', { message: NOT_ALLOWED_NOW });
    case 'done':
      requireUnsent(decision.by, context.words);
      return undefined;
    case 'send-again':
      return undefined;
    case 'send':
      if (handle !== undefined) await requireAllowed(context, offer, handle, call);
      return await awaitTurn(context, read, offer, handle, call);
  }
}

async function gather(
  context: DeskContext,
  offer: PreparedTransaction,
  handle: PreparedRequest | undefined,
  call: RunningCall,
): Promise<SendingFacts> {
  const facts = { transaction: offer, hasEnded: handle?.end !== undefined, now: context.now() };
  if (handle === undefined) return { ...facts, verdict: undefined, doneBefore: undefined };
  const { request } = keysOfAsked(handle, context.network, handle.owner);
  const previous = mayBeSent(offer) ? [] : await refreshedBefore(context, request, handle, offer, call);
  return {
    ...facts,
    verdict: reverify(context, handle, offer),
    doneBefore: previous.find((each) => each.round >= handle.round && isDecided(each)),
  };
}

/** The equal requests before it, once the dead transactions of all of them were asked about again. */
async function refreshedBefore(
  context: DeskContext,
  requestKey: string,
  handle: PreparedRequest,
  { sequence }: PreparedTransaction,
  call: RunningCall,
): Promise<readonly PreparedRequest[]> {
  const previous = await previousRequests(context, requestKey, handle, call);
  const isRecorded = await readDeathsAgain(context, [handle, ...previous], sequence, call);
  return isRecorded ? await previousRequests(context, requestKey, handle, call) : previous;
}

/** What may have changed since it was prepared: limits, confirmations, the escrow. */
async function requireAllowed(
  context: DeskContext,
  offer: PreparedTransaction,
  handle: PreparedRequest,
  call: RunningCall,
): Promise<void> {
  // It is signed by now. Counted first, so that of several at once none goes unseen.
  if (!offer.isCounted) await context.store.count(offer.hash);
  await requireWithinLimits(context, handle, handle.owner, handle.id);
  await requireConfirmed(context, handle, (await riskNow(context, handle, offer)).stops);
  await requireStillSensible(context, handle, offer, call());
}

const CHANGED_IN_STORE =
  'This prepared transaction was changed in the data folder and no longer matches its request. It was not sent.';
const NOT_ALLOWED_NOW =
  'This transaction was offered under settings that have changed, and is not allowed by them now. It was not sent.';

/**
 * Waits until the ledger would take it next.
 * @returns the outcome, where it turns out to be decided already
 * @throws CountersignError SEQUENCE_TAKEN; TRANSACTION_DISPLACED where another transaction of the account went first
 */
async function awaitTurn(
  context: DeskContext,
  read: ReadTransaction,
  offer: PreparedTransaction,
  handle: PreparedRequest | undefined,
  call: RunningCall,
): Promise<KeptSettlement | undefined> {
  const begun = performance.now();
  const own = read.transaction.seqNum;
  for (;;) {
    const { signal, deadline = Number.POSITIVE_INFINITY } = call();
    const sight = await context.ledger?.lookAt({ account: read.source, contracts: [] }, signal);
    if (sight?.kind !== 'seen' || sight.account === undefined) return undefined;
    const next = BigInt(sight.account.seqNum) + 1n;
    if (own === next) return undefined;
    if (own < next) return await whoUsedIt(context, offer, handle, call);
    const { alignMs, askEveryMs } = context.patience;
    const isOver = performance.now() - begun > alignMs || context.now() + askEveryMs > deadline;
    if (isOver) throw new CountersignError('SEQUENCE_TAKEN');
    await sleep(askEveryMs, undefined, signal === undefined ? {} : { signal });
  }
}

async function whoUsedIt(
  context: DeskContext,
  offer: PreparedTransaction,
  handle: PreparedRequest | undefined,
  call: RunningCall,
): Promise<KeptSettlement> {
  if (handle !== undefined) await readOutcomeTwice(context, handle, call, 'all');
  const learned = await lookOnce(context, offer, handle?.id, call);
  if (learned.status === 'expired' || learned.status === 'displaced') throw await wentFirst(context, offer, handle);
  if (learned.status === 'unknown') throw new CountersignError('SEQUENCE_TAKEN', USED);
  return learned;
}

const USED = {
  message:
    'The account’s sequence number has been used, and the ledger has not shown yet by what. Nothing was sent just now.',
  remedy: 'Submit the same signed transaction again in a minute.',
} as const;

/** Only callers who may see the handle learn what the other one is. */
async function wentFirst(
  context: DeskContext,
  offer: PreparedTransaction,
  handle: PreparedRequest | undefined,
): Promise<CountersignError> {
  const { words } = context;
  const isSeen = (await rightTo(context, handle)) !== undefined;
  const by = handle === undefined || !isSeen ? undefined : await displacedBy(context, handle, offer);
  if (by === undefined) return new CountersignError('TRANSACTION_DISPLACED');
  const { message } = words.displacedWords(offer.action, by);
  return new CountersignError('TRANSACTION_DISPLACED', {
    message: `${message} ${words.NOT_SENT}`,
    language: words.language,
  });
}

async function send(
  context: DeskContext,
  read: ReadTransaction,
  offer: PreparedTransaction,
  handle: PreparedRequest | undefined,
  call: RunningCall,
): Promise<KeptSettlement> {
  requireCarrier(context, offer.action);
  const by = offer.builtBy ?? (context.service === undefined ? 'rpc' : 'service');
  const claim = await context.store.claim(offer.hash, read.xdr, SENDING_STALE_MS, offer.state, by);
  if (claim.kind === 'renewed') return await settleLate(context, read, offer, call());
  if (claim.kind === 'ended') throw endedError(claim, context.words) ?? new CountersignError('HANDLE_NOT_FOUND');
  if (claim.kind === 'refused') return await refusedClaim(context, offer, claim.because, call);
  context.reached?.('claimed');
  const tried = await trySending(context, read, offer, { ...claim, by }, call);
  if (tried === 'sequence-used') return await whoUsedIt(context, offer, handle, call);
  const { settlement: answered, isDirect } = tried;
  const settlement = markForeign(offer, answered);
  context.reached?.('sent');
  // Balances that were read before may be out of date.
  context.service?.balancesChanged(offer.contractId);
  await keep(context, offer, claim.number, settlement);
  context.reached?.('recorded');
  const learned = await learn(context, offer, settlement, call);
  // The service says that it sent it, or does not say what it did: the ledger has nothing of it.
  const isOpen = !isDirect && (learned.status === 'accepted' || learned.status === 'unknown');
  const isSent = isOpen && (await sendWhenStuck(context, read.xdr, offer, call)) !== undefined;
  return markForeign(offer, isSent ? await learn(context, offer, settlement, call) : learned);
}

async function refusedClaim(
  context: DeskContext,
  offer: PreparedTransaction,
  because: PreparedTransaction,
  call: RunningCall,
): Promise<KeptSettlement> {
  const isOther = because.hash !== offer.hash;
  const isSeen = offer.handle === undefined || (await findSeen(context, offer.handle)) !== undefined;
  const decision = decideRefusal({ because, isOther, isSeen });
  const { settlement } = because;
  switch (decision) {
    case 'not-theirs':
      throw new CountersignError('NOT_PREPARED_HERE', ENDED);
    case 'displaced':
      throw new CountersignError('TRANSACTION_DISPLACED');
    case 'other-was-sent':
      throw new CountersignError('OUTCOME_UNKNOWN');
    default:
      if (settlement === undefined || decision === 'being-sent') return unknownSettlement(offer, 'being-sent');
      return decision === 'decided' ? settlement : markForeign(offer, await learn(context, offer, settlement, call));
  }
}

export const ENDED = {
  message: 'You did not prepare this transaction here, and it is no longer offered. It was not sent.',
  remedy: 'Ask the person who prepared it for the current one.',
} as const;

async function trySending(
  context: DeskContext,
  read: ReadTransaction,
  offer: PreparedTransaction,
  claim: Extract<Claim, { readonly kind: 'granted' }> & { readonly by: By },
  call: RunningCall,
): Promise<{ readonly settlement: KeptSettlement; readonly isDirect: boolean } | 'sequence-used'> {
  try {
    const { outcome, isDirect } = await sendBySomebody(context, read.xdr, offer, call);
    if (outcome.kind === 'unknown') logProblem(context, outcome.problem);
    // The service's answer is kept and shown; it may contain one of our own credentials.
    const deploy = readDeploy(read, context.network.passphrase);
    const signed = 'unreadable' in deploy ? undefined : deploy.escrow;
    const hasLedger = context.ledger !== undefined;
    const settlement = serviceSettlement(outcome, offer, signed, context.network, hasLedger);
    return { settlement: redactStrings(settlement, context.scanner.redact), isDirect };
  } catch (error) {
    // A carrier throws our own errors only if nothing was sent; the offer then gets its previous state back.
    const notSent = error instanceof CountersignError && error.code !== 'INTERNAL';
    const wasSent = mayBeSent({ state: claim.before });
    const notByRpc = notSent && claim.by !== 'service';
    if (notByRpc) logProblem(context, error);
    if (notByRpc && wasSent) {
      return { settlement: unknownSettlement(offer, 'not-sent-again'), isDirect: true };
    }
    // If the store fails as well, the reason why it was not sent is still thrown.
    await context.store.record(offer.hash, claim.number, notSent && !wasSent ? 'offered' : 'unknown').catch(() => {});
    if (notByRpc && error.code === 'SEQUENCE_TAKEN') return 'sequence-used';
    throw error;
  }
}

/** Who built it sends it; where a service certainly did not, Stellar RPC does, if that may be. */
async function sendBySomebody(
  context: DeskContext,
  signedXdr: string,
  offer: PreparedTransaction,
  call: RunningCall,
): Promise<{ readonly outcome: SendOutcome; readonly isDirect: boolean }> {
  const { action, builtBy } = offer;
  const carrier = (builtBy === 'direct' ? context.direct?.[action] : undefined) ?? requireCarrier(context, action);
  try {
    const options = builtBy === 'service' ? shareOfService(context, call()) : call();
    return { outcome: await carrier.send(signedXdr, options), isDirect: builtBy === 'direct' };
  } catch (error) {
    const outcome = isStuck(error) ? await sendWhenStuck(context, signedXdr, offer, call) : undefined;
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
async function keep(
  context: DeskContext,
  offer: PreparedTransaction,
  claim: number,
  said: KeptSettlement,
): Promise<void> {
  const state = said.status === 'accepted' ? 'accepted' : 'unknown';
  try {
    await context.store.record(offer.hash, claim, state, said);
  } catch (error) {
    context.log?.('warn', `The outcome of ${offer.hash} could not be recorded: ${toCountersignError(error).message}`);
  }
}

/** The ledger's outcome as soon as there is one; until then what the service reported. */
async function learn(
  context: DeskContext,
  offer: PreparedTransaction,
  said: KeptSettlement,
  call: RunningCall,
): Promise<KeptSettlement> {
  if (context.ledger === undefined) return said;
  const { acceptedMs, unknownMs, alignMs, askEveryMs } = context.patience;
  const usualMs = said.status === 'accepted' ? acceptedMs : unknownMs;
  const begun = performance.now();
  for (let looks = 1; ; looks += 1) {
    const learned = await lookOnce(context, offer, offer.handle, call);
    const { deadline = Number.POSITIVE_INFINITY, signal } = call();
    const pauseMs = pauseAfter(looks, askEveryMs);
    // What is read as dead once is final by the next ledger.
    const window = learned.death === undefined ? usualMs : Math.max(usualMs, alignMs);
    const isOver = performance.now() - begun >= window || context.now() + pauseMs > deadline || signal?.aborted;
    if (learned.status !== 'unknown') return withServiceWords(learned, said);
    if (isOver) return learned.death === undefined ? said : learned;
    await sleep(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}

/** Asks the ledger once and records the answer; `unknown` where it has none. */
async function lookOnce(
  context: DeskContext,
  offer: PreparedTransaction,
  handleId: string | undefined,
  call: RunningCall,
): Promise<KeptSettlement> {
  const nothing = unknownSettlement(offer, 'not-said');
  const handle = handleId === undefined ? undefined : await context.store.find(handleId).catch(() => undefined);
  if (handle === undefined) return (await readForeignOutcome(context, offer, call())) ?? nothing;
  const { handle: current } = await readOutcome(context, handle, call()).catch(() => ({ handle }));
  const settled = current.offers.find(({ state }) => state === 'settled' || state === 'taken')?.settlement;
  const itself = current.offers.find(({ hash }) => hash === offer.hash);
  if (settled !== undefined) return settled;
  if (itself?.state === 'dead') return itself.settlement ?? expiredSettlement(offer, context.ledger?.host);
  const isDead = itself?.state === 'rejected' || itself?.settlement?.death !== undefined;
  return (isDead ? itself.settlement : undefined) ?? nothing;
}

function markForeign(offer: PreparedTransaction, settlement: KeptSettlement): KeptSettlement {
  return offer.handle === undefined ? { ...settlement, preparedHere: false } : settlement;
}
