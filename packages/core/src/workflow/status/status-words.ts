/** A handle's status in words: its state, the source of that, and what to do next. */

import type { StatusText } from '../../words/life.ts';
import type { DeskContext } from '../context.ts';
import { hasPage } from '../model/page-actions.ts';
import {
  decidingOffer,
  isUndecided,
  offerToReport,
  type PreparedRequest,
  type PreparedTransaction,
  previousAddresses,
} from '../model/requests.ts';
import { type DisplacedBy, ENDS, type SignersView, type TransactionStatus } from '../model/results.ts';
import { isDeathDoubtful } from '../outcome/death.ts';
import { statusTextIn } from '../outcome/outcome-words.ts';
import { rightTo } from '../people/access.ts';
import { unconfirmed } from '../people/confirmations.ts';
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

export async function describeHandle(context: DeskContext, handle: PreparedRequest): Promise<TransactionStatus> {
  const offer = offerToReport(handle);
  const isAside = await isSetAside(context, handle, offer);
  const found = isAside ? statusAside(offer.state) : await statusOf(context, handle, offer);
  const mayBeDisplaced = found === 'displaced' || found === 'to-confirm';
  const isDisplaced = mayBeDisplaced && offer.settlement?.status === 'displaced';
  const other = isDisplaced ? await displacedBy(context, handle, offer) : undefined;
  // Confirming a withheld one prepares it again, which an earlier version that exists by now makes another question.
  const status = other?.earlierVersion ? 'displaced' : found;
  const { end } = handle;
  // Anybody with the page's address may sign.
  const maySign = !isAside && hasPage(handle.action) && (await rightTo(context, handle)) === 'sign';
  const signUrl = maySign ? context.signUrl?.(handle.pageId) : undefined;
  const settlement =
    !isAside && 'message' in (offer.settlement ?? {}) && hasWordsOfSettlement(status) ? offer.settlement : undefined;
  const signers = await signersView(context, handle, offer);
  const by = status === 'displaced' ? other : undefined;
  const words = isAside ? context.words.SET_ASIDE : wordsOf(context, handle, status, offer, signers, by);
  const { differenceText } = context.words;
  const settlementText = settlement && statusTextIn(context.words, settlement);
  const detail = status === 'declined' ? end?.reason : (settlement?.detail ?? offer.settlement?.detail);
  const newer = MAY_BE_REPLACED.includes(status) ? await newerVersion(context, handle, maySign) : undefined;
  const plan = await planView(context, handle);
  const next = settlementText?.next ?? words.next;
  const previous = previousAddresses(handle);
  const isRenewed = previous.length > 0 && !HAS_NO_ADDRESS.includes(status);
  const renewed = isRenewed ? ` ${context.words.renewedText(offer.contractId, previous)}` : '';
  const differences =
    newer === undefined ? settlement?.differences : differencesFrom(context.network, handle, newer.handle);
  return {
    id: handle.id,
    ...(handle.action === 'deploy' ? {} : { action: handle.action }),
    status,
    ...(isAside && status === 'expired' ? { by: 'here' as const } : wordOf(context, status, offer)),
    network: context.network.name,
    ...(handle.action === 'trust' ? {} : { contractId: offer.contractId }),
    transactionHash: offer.hash,
    expiresAt: new Date(offer.expiresAt).toISOString(),
    message: `${settlementText?.message ?? words.message}${renewed}`,
    ...(previous.length === 0 ? {} : { previousAddresses: [...previous] }),
    ...(detail === undefined ? {} : { detail }),
    ...(differences === undefined || differences.length === 0 ? {} : { differences: differences.map(differenceText) }),
    ...(settlement?.changedSince === undefined ? {} : { changedSince: settlement.changedSince.map(differenceText) }),
    ...(by === undefined ? {} : { displacedBy: by }),
    ...(signers === undefined ? {} : { signers }),
    ...(newer === undefined ? {} : { newerVersion: newer.view }),
    ...(end?.by === undefined ? {} : { replacedBy: end.by }),
    ...(status === 'unknown' && !wasSent(offer) ? { neverSent: true as const } : {}),
    ...(plan === undefined ? {} : { plan }),
    ...(isAside ? { setAside: true as const } : {}),
    next: plan === undefined ? next : `${context.words.severalText(plan)} ${next}`,
    ...(signUrl === undefined ? {} : { signUrl }),
  };
}

function wordsOf(
  { words }: DeskContext,
  { action, end }: PreparedRequest,
  status: TransactionStatus['status'],
  offer: PreparedTransaction,
  signers: SignersView | undefined,
  by: DisplacedBy | undefined,
): StatusText {
  const usual = words.statusWords(status, action);
  if (status === 'displaced') return words.displacedWords(action, by);
  if (status === 'unknown' && !wasSent(offer)) return words.UNSENT;
  if (status === 'declined' && end?.byVisitor) return words.DECLINED_BY_VISITOR;
  if (status === 'prepared' && offer.signedXdr !== undefined) return words.SIGNED_NOT_SENT;
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
  handle: PreparedRequest,
  offer: PreparedTransaction,
): Promise<TransactionStatus['status']> {
  const { state } = offer;
  if (state === 'settled' || state === 'taken') return state;
  if (offer === decidingOffer(handle)) {
    if (state === 'sending') return isBeingSent(context, offer) ? 'sending' : 'unknown';
    if (isDeathDoubtful(offer)) return 'unknown';
    return state === 'accepted' ? 'accepted' : 'unknown';
  }
  if (handle.end !== undefined) return handle.end.as;
  const isOver = !handle.offers.some((other) => isUndecided(other) && !other.isGivenUp);
  if (isOver && state === 'rejected') return 'rejected';
  const isUnsent = state === 'offered' || state === 'dead';
  // What is withheld does not expire for the reader: confirming it prepares it again.
  const open = isUnsent ? await unconfirmed(context, handle, (await riskNow(context, handle, offer)).stops) : [];
  if (open.length > 0) return 'to-confirm';
  if (isOver && offer.settlement?.status === 'displaced') return 'displaced';
  if (isOver && state === 'dead') return 'expired';
  if (state !== 'offered' || isDeathDoubtful(offer)) return 'unknown';
  if (offer.expiresAt <= context.now()) return 'unknown';
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
      return settlement?.by === 'ledger'
        ? { by: 'ledger', ...(settlement.ledger === undefined ? {} : { ledger: settlement.ledger }) }
        : { by: settlement?.by ?? 'ledger' };
    case 'expired':
    case 'displaced':
      return { by: 'ledger', ...(ledger === undefined ? {} : { ledger: ledger.host }) };
    case 'accepted':
      return { by: 'service' };
    default:
      return { by: 'here' };
  }
}
