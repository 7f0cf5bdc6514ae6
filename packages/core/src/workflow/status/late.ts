/** A signature for a transaction that can no longer be sent: the error explains how to get a new one. */
import { recogniseAction } from '../../actions/actions.ts';
import { type ReadTransaction, unsignedXdrOf } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Outcome } from '../../ledger/ledger.ts';
import type { DeskWords } from '../../words/all.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import type { PastTransaction, PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { endedError } from '../model/require-unsent.ts';
import type { KeptSettlement } from '../model/results.ts';
import { noteEarnedTrust } from '../outcome/earned-trust.ts';
import { rejectedSettlement, settledSettlement } from '../outcome/outcome-words.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { findSeen, isOwnPast } from '../people/access.ts';

type Late = Pick<PreparedTransaction, 'hash' | 'contractId' | 'expiresAt'> &
  Partial<Pick<PastTransaction, 'requestId' | 'owner' | 'offeredAt'>>;

/**
 * The outcome, if there is one: another transaction of its request settled, or a wallet sent this one in time.
 * @throws CountersignError TRANSACTION_EXPIRED, SUPERSEDED, DECLINED otherwise
 */
export async function settleLate(
  context: RunningContext,
  read: ReadTransaction,
  transaction: Late,
): Promise<KeptSettlement> {
  const { signal } = context.call();
  const found = await findSeen(context, transaction.requestId);
  const prepared = found && (await readOutcome(context, found, { signal })).prepared;
  const settled = prepared?.transactions.find(({ state }) => state === 'settled' || state === 'taken')?.settlement;
  if (settled !== undefined) return settled;
  const outcome = await context.ledger?.outcomeOf(transaction.hash, signal);
  if (context.ledger === undefined || (outcome?.kind !== 'settled' && outcome?.kind !== 'failed')) {
    const ended = prepared && endedError(prepared, context.words);
    throw ended ?? (await expiredError(context, transaction, mayHaveSettled(outcome, transaction)));
  }
  const sent = { ...transaction, action: recogniseAction(read, context.network)?.name ?? 'deploy' };
  const { host } = context.ledger;
  const settlement = {
    ...(outcome.kind === 'settled' ? settledSettlement(sent, host) : rejectedSettlement(sent, host, outcome.code)),
    ...(transaction.requestId === undefined ? ({ preparedHere: false } as const) : {}),
  };
  // A failure is recorded by `readOutcome`, once it was read twice.
  if (outcome.kind !== 'settled') return settlement;
  const unsignedXdr = unsignedXdrOf(read);
  if (prepared !== undefined)
    await noteEarnedTrust(context, prepared, { ...transaction, unsignedXdr, offeredAt: context.now() });
  await context.store.decide(transaction.hash, { state: 'settled', settlement }, unsignedXdr);
  context.service?.balancesChanged(transaction.contractId);
  return settlement;
}

/** Whether a wallet may have sent it without us: the ledger did not answer, or its history begins too late. */
const mayHaveSettled = (outcome: Outcome | undefined, { offeredAt = 0 }: Late): boolean =>
  outcome?.kind === 'no-answer' || (outcome?.kind === 'not-found' && outcome.from > offeredAt);

/**
 * The error names no request: the holder of a signed transaction need not own its escrow.
 * @param isUnclear whether a wallet may have sent it in time
 */
export async function expiredError(
  context: DeskContext,
  transaction: Late,
  isUnclear = false,
): Promise<CountersignError> {
  const prepared = await findSeen(context, transaction.requestId);
  const late = context.now() - transaction.expiresAt;
  const { words } = context;
  const until = new Date(transaction.expiresAt).toISOString();
  const over = late < 0 ? undefined : { until, ago: duration(late, words) };
  const isRenewed = prepared !== undefined && prepared.transactions[0]?.hash !== transaction.hash;
  return new CountersignError('TRANSACTION_EXPIRED', {
    message: words.expiredText(over, isRenewed, isUnclear),
    ...(transaction.requestId === undefined ? { remedy: words.PREPARED_ELSEWHERE } : {}),
    ...((await isForgotten(context, prepared, transaction)) ? { remedy: words.REQUEST_FORGOTTEN } : {}),
    ...(isUnclear ? { remedy: words.MAY_HAVE_SETTLED } : {}),
    language: words.language,
  });
}

/** Whether its request was forgotten; true only for the person who made the request. */
async function isForgotten(context: DeskContext, prepared: PreparedRequest | undefined, transaction: Late) {
  const { owner, requestId: id } = transaction;
  if (prepared !== undefined || owner === undefined || id === undefined) return false;
  return await isOwnPast(context, { ...transaction, requestId: id, owner, offeredAt: 0 });
}

/** In the unit that a person would use. */
function duration(ms: number, words: DeskWords): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  const [unit, length] = UNITS.find((each) => seconds >= 2 * each[1]) ?? (['s', 1] as const);
  return words.agoText(Math.round(seconds / length), unit);
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;
