import { actionOf } from '../../actions/actions.ts';
import { CountersignError } from '../../errors/errors.ts';
import { createSleeper, type Sleeper } from '../../platform/sleeper.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions, SeenStatus, WaitOptions } from '../model/call-options.ts';
import { hasPage } from '../model/page-actions.ts';
import { isOwner, isPerson, maySpeakFor } from '../model/person.ts';
import { decidingTransaction, type PreparedRequest, transactionToReport } from '../model/requests.ts';
import { requireUnsent } from '../model/require-unsent.ts';
import { ENDS, type TransactionStatus } from '../model/results.ts';
import { reverify } from '../model/reverify.ts';
import type { SigningView } from '../model/signing-view.ts';
import { tokenAsCompared } from '../model/token-decimals.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { requireRight } from '../people/access.ts';
import { isToConfirm } from '../people/confirmations.ts';
import { bookAt, namesOf, readerOf } from '../people/names-shown.ts';
import { openKept, summaryOf } from '../read/kept-transaction.ts';
import { signersIn } from '../read/signers-view.ts';
import { riskNow } from '../risk/risk-of-deploy.ts';
import { readOutcomeToReport, readOutcomeTwice } from './deaths.ts';
import { findPrepared } from './find-request.ts';
import { judgementView } from './prepared-view.ts';
import { describePrepared, isBeingSent } from './status-words.ts';

/** The longest that a caller is kept waiting; hosts give up on a call at 60 s. */
const MAX_WAIT_MS = 30_000;
const PROGRESS_EVERY_MS = 500;
const ASK_EVERY_MS = 3_000;
/** The same for a transaction that was not sent from here; the wallet may have sent it. */
const ASK_UNSENT_EVERY_MS = 15_000;
/** After its time bound a transaction may still be on its way into the last ledger that takes it. */
const SETTLE_GRACE_MS = 60_000;

const FINAL: readonly TransactionStatus['status'][] = ['settled', 'taken', 'rejected', ...ENDS];

/** @param reference a request's id or a transaction's hash. @throws CountersignError HANDLE_NOT_FOUND */
export async function readStatus(
  context: DeskContext,
  reference: string,
  options: CallOptions = {},
): Promise<TransactionStatus> {
  const prepared = await findPrepared(context, reference);
  return await describePrepared(
    context,
    await readOutcomeToReport({ ...context, call: () => options }, prepared, 'all'),
  );
}

/** States that last only seconds; they matter only to a caller who shows every state. */
const PASSING: readonly TransactionStatus['status'][] = ['sending', 'accepted'];

/** Ends at any change; without `seen` it waits through states that pass by themselves. @throws CANCELLED */
export async function waitForOutcome(
  context: DeskContext,
  reference: string,
  timeoutMs: number,
  { seen, ...options }: WaitOptions = {},
): Promise<TransactionStatus> {
  const wait = Math.min(Math.max(timeoutMs, 0), MAX_WAIT_MS);
  const started = performance.now();
  const { id } = await findPrepared(context, reference);
  const sleeper = createSleeper();
  const stopListening = wait > 0 ? context.changes.onChange(id, sleeper.wake) : () => undefined;
  const tell = () => options.onProgress?.(Math.round(performance.now() - started), wait);
  const progress = setInterval(tell, PROGRESS_EVERY_MS);
  try {
    return await nextAnswer(context, reference, { wait, started, seen, sleeper }, options);
  } finally {
    stopListening();
    clearInterval(progress);
  }
}

type Waiting = {
  readonly wait: number;
  readonly started: number;
  readonly seen: SeenStatus | undefined;
  readonly sleeper: Sleeper;
};

async function nextAnswer(
  context: DeskContext,
  reference: string,
  { wait, started, seen, sleeper }: Waiting,
  options: CallOptions,
): Promise<TransactionStatus> {
  let lastAskedAt = Number.NEGATIVE_INFINITY;
  let isUnsent = false;
  let known = seen;
  for (;;) {
    if (options.signal?.aborted) throw new CountersignError('CANCELLED');
    const elapsed = performance.now() - started;
    const prepared = await findPrepared(context, reference);
    const askNow: boolean = elapsed - lastAskedAt >= (isUnsent ? ASK_UNSENT_EVERY_MS : ASK_EVERY_MS);
    const askedStatus = async () =>
      await describePrepared(
        context,
        (await readOutcomeTwice({ ...context, call: () => options }, prepared, 'all')).prepared,
      );
    let status: TransactionStatus = askNow ? await askedStatus() : await describePrepared(context, prepared);
    // Only our clock says that it has expired, so the ledger is asked.
    const isToAsk = !askNow && status.status === 'unknown' && known?.status !== 'unknown';
    if (isToAsk) status = await askedStatus();
    if (askNow || isToAsk) lastAskedAt = performance.now() - started;
    known ??= status;
    const isPassing = seen === undefined && PASSING.includes(status.status);
    isUnsent = status.status === 'prepared' || status.status === 'to-confirm';
    const isAnswer = FINAL.includes(status.status) || (differs(known, status) && !isPassing);
    if (isAnswer || elapsed >= wait) return status;
    options.onProgress?.(Math.round(elapsed), wait);
    // What the clock alone changes is in no feed.
    const endsInMs = Date.parse(status.expiresAt) - context.now();
    const dueInMs = lastAskedAt + (isUnsent ? ASK_UNSENT_EVERY_MS : ASK_EVERY_MS) - elapsed;
    const pauseMs = Math.min(wait - elapsed, dueInMs, endsInMs >= 0 ? endsInMs + 1 : wait);
    await sleeper.sleep(pauseMs, { signal: options.signal });
  }
}

function differs(seen: SeenStatus, status: TransactionStatus): boolean {
  return seen.status !== status.status || seen.transactionHash !== status.transactionHash;
}

export async function signingView(context: DeskContext, prepared: PreparedRequest): Promise<SigningView> {
  if (!hasPage(prepared.action) || prepared.transactions.length === 0) throw new CountersignError('HANDLE_NOT_FOUND');
  const transaction = transactionToReport(prepared);
  const { hash, contractId, expiresAt, reasons } = transaction;
  const names = await namesOf(context, prepared);
  const { own } = await readerOf(context, prepared);
  const risk = await riskNow(context, prepared, transaction);
  const isWithheld = await isToConfirm(context, prepared, risk.stops);
  const status = await describePrepared(context, prepared);
  // A wallet may send what it is given, so the XDR is withheld unless it passes the gate, is confirmed and not ended.
  const verdict = reverify(context, prepared, transaction);
  const isFine = verdict === 'allowed' || (verdict === 'not-now' && transaction.state !== 'offered');
  const { policy, mayPrepare = true } = context;
  const isGiven = isFine && !isWithheld && prepared.end === undefined && mayPrepare && !policy.readOnly;
  const reader = own.find((wallet) => signersIn(prepared, status.signers).includes(wallet)) ?? own[0];
  const network = tokenAsCompared(context.network, prepared.request, reasons);
  const unsigned = isGiven ? { unsignedXdr: openKept(actionOf(prepared.action), transaction, network).read.xdr } : {};
  const { replaces } = prepared;
  const { viewer, words } = context;
  return omitUndefined({
    id: prepared.id,
    action: prepared.action,
    request: prepared.request,
    network,
    offer: { ...unsigned, hash, contractId, expiresAt, reasons },
    judgement: await judgementView(context, prepared, transaction, risk),
    summary: isGiven ? undefined : summaryOf(context, prepared, transaction),
    names,
    canName: (prepared.action === 'deploy' && bookAt(context, prepared) !== undefined) || undefined,
    canDecline: maySpeakFor(viewer, signersIn(prepared, status.signers)) || undefined,
    canDeclareFailed: isOwner(viewer, prepared.owner) || undefined,
    replaces: replaces && { differences: replaces.differences.map(words.differenceText) },
    maxFee: policy.maxFee,
    reader,
    wallets: isPerson(viewer) || !viewer.wallets?.length ? undefined : viewer.wallets,
    signers: status.signers,
    status,
  }) as SigningView;
}

/** @throws CountersignError HANDLE_NOT_FOUND, ALREADY_SETTLED; OUTCOME_UNKNOWN while it may still settle, and for anyone but the owner */
export async function declareFailed(context: DeskContext, id: string): Promise<TransactionStatus> {
  const preparedRequest = await requireRight(context, id, 'sign');
  if (!isOwner(context.viewer, preparedRequest.owner)) {
    throw new CountersignError('OUTCOME_UNKNOWN', {
      ...context.words.ONLY_ITS_OWNER,
      language: context.words.language,
    });
  }
  const { prepared } = await readOutcome(context, preparedRequest, {});
  const transaction = decidingTransaction(prepared);
  if (transaction === undefined) return await describePrepared(context, prepared);
  if (transaction.state === 'settled' || transaction.state === 'taken') requireUnsent(prepared, context.words);
  if ((await context.ledger?.outcomeOf(transaction.hash))?.kind === 'no-answer') {
    throw new CountersignError('OUTCOME_UNKNOWN', {
      message: 'The network could not be asked just now. Ask again in a minute.',
    });
  }
  if (isBeingSent(context, transaction) || context.now() <= transaction.expiresAt + SETTLE_GRACE_MS) {
    throw new CountersignError('OUTCOME_UNKNOWN', {
      message: `The transaction may still settle. Ask again after ${new Date(transaction.expiresAt + SETTLE_GRACE_MS).toISOString()}, when you have looked it up.`,
    });
  }
  await context.store.giveUp([transaction.hash]);
  return await readStatus(context, id);
}
