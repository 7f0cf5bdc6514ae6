/** A request's status in words: its state, the source of that, and what to do next. */

import { omitUndefined } from '../../text/fields.ts';
import type { StatusText } from '../../words/data/life.ts';
import type { DeskContext } from '../context.ts';
import { hasPage } from '../model/page-actions.ts';
import {
  decidingTransaction,
  isUndecided,
  type PreparedRequest,
  type PreparedTransaction,
  previousAddresses,
  transactionToReport,
} from '../model/requests.ts';
import { visitorsDecline } from '../model/require-unsent.ts';
import { type DisplacedBy, ENDS, type SignersView, type TransactionStatus } from '../model/results.ts';
import { isDeathDoubtful } from '../outcome/death.ts';
import { statusTextIn } from '../outcome/outcome-words.ts';
import { rightTo } from '../people/access.ts';
import { isToConfirm } from '../people/confirmations.ts';
import { isSetAside } from '../read/set-aside.ts';
import { signersView } from '../read/signers-view.ts';
import { riskNow } from '../risk/risk-of-deploy.ts';
import { differencesFrom } from '../risk/rivals.ts';
import { planView } from './plan.ts';
import { displacedBy, newerVersion } from './related.ts';

/** A sending without a recorded result for this long died with its process; no call takes so long. */
export const SENDING_STALE_MS = 60_000;

/** Whether a call, here or in another process, is sending it right now. */
export function isBeingSent({ now }: Pick<DeskContext, 'now'>, { state, sentAt = 0 }: PreparedTransaction): boolean {
  // A `sentAt` in the future was written before the clock was set back.
  return state === 'sending' && sentAt > now() - SENDING_STALE_MS && sentAt <= now();
}

/** States in which its present address is of no use either. */
const HAS_NO_ADDRESS: readonly TransactionStatus['status'][] = ['taken', 'rejected', ...ENDS];

export async function describePrepared(context: DeskContext, prepared: PreparedRequest): Promise<TransactionStatus> {
  const transaction = transactionToReport(prepared);
  const isAside = await isSetAside(context, prepared, transaction);
  const found = isAside ? statusAside(transaction.state) : await statusOf(context, prepared, transaction);
  const mayBeDisplaced = found === 'displaced' || found === 'to-confirm';
  const isDisplaced = mayBeDisplaced && transaction.settlement?.status === 'displaced';
  const other = isDisplaced ? await displacedBy(context, prepared, transaction) : undefined;
  // Confirming a withheld one prepares it again, which an earlier version that exists by now makes another question.
  const status = other?.earlierVersion ? 'displaced' : found;
  const { end } = prepared;
  // Anybody with the page's address may sign.
  const maySign = !isAside && hasPage(prepared.action) && (await rightTo(context, prepared)) === 'sign';
  const signUrl = maySign ? context.signUrl?.(prepared.pageId) : undefined;
  const settlement =
    !isAside && 'message' in (transaction.settlement ?? {}) && hasWordsOfSettlement(status)
      ? transaction.settlement
      : undefined;
  const signers = await signersView(context, prepared, transaction);
  const by = status === 'displaced' ? other : undefined;
  const words = isAside ? context.words.SET_ASIDE : wordsOf(context, prepared, status, transaction, signers, by);
  const { differenceText } = context.words;
  const settlementText = settlement && statusTextIn(context.words, settlement);
  const detail = status === 'declined' ? end?.reason : (settlement?.detail ?? transaction.settlement?.detail);
  const newer = MAY_BE_REPLACED.includes(status) ? await newerVersion(context, prepared, maySign) : undefined;
  const plan = await planView(context, prepared);
  const next = settlementText?.next ?? words.next;
  const previous = previousAddresses(prepared);
  const isRenewed = previous.length > 0 && !HAS_NO_ADDRESS.includes(status);
  const renewed = isRenewed ? ` ${context.words.renewedText(transaction.contractId, previous)}` : '';
  const differences =
    newer === undefined ? settlement?.differences : differencesFrom(context.network, prepared, newer.prepared);
  return omitUndefined({
    id: prepared.id,
    action: prepared.action === 'deploy' ? undefined : prepared.action,
    status,
    ...(isAside && status === 'expired' ? { by: 'here' as const } : wordOf(context, status, transaction)),
    network: context.network.name,
    contractId: prepared.action === 'trust' ? undefined : transaction.contractId,
    transactionHash: transaction.hash,
    expiresAt: new Date(transaction.expiresAt).toISOString(),
    message: `${settlementText?.message ?? words.message}${renewed}`,
    previousAddresses: previous.length === 0 ? undefined : [...previous],
    detail,
    differences: differences?.length ? differences.map(differenceText) : undefined,
    changedSince: settlement?.changedSince?.map(differenceText),
    displacedBy: by,
    signers,
    newerVersion: newer?.view,
    replacedBy: end?.by,
    neverSent: (status === 'unknown' && !wasSent(transaction)) || undefined,
    plan,
    setAside: isAside || undefined,
    next: plan === undefined ? next : `${context.words.severalText(plan)} ${next}`,
    signUrl,
  });
}

function wordsOf(
  { words }: DeskContext,
  { action, end }: PreparedRequest,
  status: TransactionStatus['status'],
  transaction: PreparedTransaction,
  signers: SignersView | undefined,
  by: DisplacedBy | undefined,
): StatusText {
  const usual = words.statusWords(status, action);
  if (status === 'displaced') return words.displacedWords(action, by);
  if (status === 'unknown' && !wasSent(transaction)) return words.UNSENT;
  if (status === 'declined') return visitorsDecline(end, words) ?? usual;
  if (status === 'prepared' && transaction.signedXdr !== undefined) return words.SIGNED_NOT_SENT;
  if (status !== 'prepared' || signers === undefined) return usual;
  if (signers.have > 0) return { message: words.weightText(signers), next: words.missingText(signers) };
  return signers.signers.some(({ again }) => again) ? words.SIGN_AGAIN : usual;
}

/** What can no longer be sent has expired. */
const statusAside = (state: PreparedTransaction['state']): TransactionStatus['status'] =>
  state === 'offered' || state === 'sending' || state === 'dead' ? 'expired' : state;

/** Or may have been. One that was certainly not sent keeps its signature. */
const wasSent = ({ signedXdr, state }: PreparedTransaction): boolean => signedXdr !== undefined && state !== 'offered';

async function statusOf(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
): Promise<TransactionStatus['status']> {
  const { state } = transaction;
  if (state === 'settled' || state === 'taken') return state;
  if (transaction === decidingTransaction(prepared)) {
    if (state === 'sending') return isBeingSent(context, transaction) ? 'sending' : 'unknown';
    if (isDeathDoubtful(transaction)) return 'unknown';
    return state === 'accepted' ? 'accepted' : 'unknown';
  }
  if (prepared.end !== undefined) return prepared.end.as;
  const isOver = !prepared.transactions.some((other) => isUndecided(other) && !other.isGivenUp);
  if (isOver && state === 'rejected') return 'rejected';
  const isUnsent = state === 'offered' || state === 'dead';
  // What is withheld does not expire for the reader: confirming it prepares it again.
  const stops = isUnsent ? (await riskNow(context, prepared, transaction)).stops : [];
  if (await isToConfirm(context, prepared, stops)) return 'to-confirm';
  if (isOver && transaction.settlement?.status === 'displaced') return 'displaced';
  if (isOver && state === 'dead') return 'expired';
  if (state !== 'offered' || isDeathDoubtful(transaction)) return 'unknown';
  if (transaction.expiresAt <= context.now()) return 'unknown';
  return 'prepared';
}

const MAY_BE_REPLACED: readonly TransactionStatus['status'][] = ['prepared', 'to-confirm', 'superseded'];

const hasWordsOfSettlement = (status: TransactionStatus['status']): boolean =>
  ['settled', 'taken', 'rejected', 'accepted', 'unknown'].includes(status);

function wordOf(
  { ledger }: DeskContext,
  status: TransactionStatus['status'],
  { settlement }: PreparedTransaction,
): Pick<TransactionStatus, 'by' | 'ledger'> {
  switch (status) {
    case 'settled':
    case 'taken':
    case 'rejected':
      return omitUndefined({
        by: settlement?.by ?? 'ledger',
        ledger: settlement?.by === 'ledger' ? settlement.ledger : undefined,
      });
    case 'expired':
    case 'displaced':
      return { by: 'ledger', ...(ledger === undefined ? {} : { ledger: ledger.host }) };
    case 'accepted':
      return { by: 'service' };
    default:
      return { by: 'here' };
  }
}
