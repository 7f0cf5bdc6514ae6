/** A signature for a transaction that can no longer be sent: the error explains how to get a new one. */
import { recogniseAction } from '../../actions/actions.ts';
import { type ReadTransaction, unsignedXdrOf } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Outcome } from '../../ledger/ledger.ts';
import type { DeskWords } from '../../words/all.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { PastTransaction, PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { endedError } from '../model/require-unsent.ts';
import type { KeptSettlement } from '../model/results.ts';
import { noteEarnedTrust } from '../outcome/earned-trust.ts';
import { rejectedSettlement, settledSettlement } from '../outcome/outcome-words.ts';
import { readOutcome } from '../outcome/read-outcome.ts';
import { findSeen, isOwnPast } from '../people/access.ts';

type Late = Pick<PreparedTransaction, 'hash' | 'contractId' | 'expiresAt'> &
  Partial<Pick<PastTransaction, 'handle' | 'owner' | 'offeredAt'>>;

/**
 * The outcome, if there is one: another offer of its handle settled, or a wallet sent this one in time.
 * @throws CountersignError TRANSACTION_EXPIRED, SUPERSEDED, DECLINED otherwise
 */
export async function settleLate(
  context: DeskContext,
  read: ReadTransaction,
  offer: Late,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<KeptSettlement> {
  const found = await findSeen(context, offer.handle);
  const handle = found && (await readOutcome(context, found, { signal })).handle;
  const settled = handle?.offers.find(({ state }) => state === 'settled' || state === 'taken')?.settlement;
  if (settled !== undefined) return settled;
  const outcome = await context.ledger?.outcomeOf(offer.hash, signal);
  if (context.ledger === undefined || (outcome?.kind !== 'settled' && outcome?.kind !== 'failed')) {
    const ended = handle && endedError(handle, context.words);
    throw ended ?? (await expiredError(context, offer, mayHaveSettled(outcome, offer)));
  }
  const sent = { ...offer, action: recogniseAction(read, context.network)?.name ?? 'deploy' };
  const { host } = context.ledger;
  const settlement = {
    ...(outcome.kind === 'settled' ? settledSettlement(sent, host) : rejectedSettlement(sent, host, outcome.code)),
    ...(offer.handle === undefined ? ({ preparedHere: false } as const) : {}),
  };
  // A failure is recorded by `readOutcome`, once it was read twice.
  if (outcome.kind !== 'settled') return settlement;
  const unsignedXdr = unsignedXdrOf(read);
  if (handle !== undefined) await noteEarnedTrust(context, handle, { ...offer, unsignedXdr, offeredAt: context.now() });
  await context.store.decide(offer.hash, { state: 'settled', settlement }, unsignedXdr);
  context.service?.balancesChanged(offer.contractId);
  return settlement;
}

/** Whether a wallet may have sent it without us: the ledger did not answer, or its history begins too late. */
const mayHaveSettled = (outcome: Outcome | undefined, { offeredAt = 0 }: Late): boolean =>
  outcome?.kind === 'no-answer' || (outcome?.kind === 'not-found' && outcome.from > offeredAt);

/**
 * The error names no handle: the holder of a signed transaction need not own its escrow.
 * @param isUnclear whether a wallet may have sent it in time
 */
export async function expiredError(context: DeskContext, offer: Late, isUnclear = false): Promise<CountersignError> {
  const handle = await findSeen(context, offer.handle);
  const late = context.now() - offer.expiresAt;
  const { words } = context;
  const until = new Date(offer.expiresAt).toISOString();
  const over = late < 0 ? undefined : { until, ago: duration(late, words) };
  const isRenewed = handle !== undefined && handle.offers[0]?.hash !== offer.hash;
  return new CountersignError('TRANSACTION_EXPIRED', {
    message: words.expiredText(over, isRenewed, isUnclear),
    ...(offer.handle === undefined ? { remedy: words.PREPARED_ELSEWHERE } : {}),
    ...((await isForgotten(context, handle, offer)) ? { remedy: words.REQUEST_FORGOTTEN } : {}),
    ...(isUnclear ? { remedy: words.MAY_HAVE_SETTLED } : {}),
    language: words.language,
  });
}

/** Whether its handle was forgotten; true only for the person who made the request. */
async function isForgotten(context: DeskContext, handle: PreparedRequest | undefined, offer: Late): Promise<boolean> {
  const { owner, handle: id } = offer;
  if (handle !== undefined || owner === undefined || id === undefined) return false;
  return await isOwnPast(context, { ...offer, handle: id, owner, offeredAt: 0 });
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
