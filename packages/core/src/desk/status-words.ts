/** A handle as it stands, in words: its state, whose word that is, and what to do next. */

import type { ActionName } from '../actions/action.ts';
import { rightTo } from './access.ts';
import { unconfirmed } from './confirmations.ts';
import type { DeskContext } from './context.ts';
import { differencesFrom } from './earlier-offers.ts';
import { judgementOf } from './judging.ts';
import { missingWords, weightWords } from './outcome-words.ts';
import { hasPage } from './page-actions.ts';
import type { SignersView, TransactionStatus } from './results.ts';
import { signersView } from './signers-view.ts';
import { byStep } from './step-tools.ts';
import { decidingOffer, type Handle, isUndecided, type Offer } from './store/offers.ts';

/** A sending that has not been recorded for this long died with its process; a call itself never takes so long. */
export const SENDING_STALE_MS = 60_000;

/** Whether another call, here or in another process, is at it right now. */
export function isBeingSent({ now }: Pick<DeskContext, 'now'>, { state, sentAt = 0 }: Offer): boolean {
  // A time that is yet to come was written by a clock that has been set back since.
  return state === 'sending' && sentAt > now() - SENDING_STALE_MS && sentAt <= now();
}

/** The offer by which a handle's state is told. */
export function tellingOffer(handle: Handle): Offer {
  return decidingOffer(handle) ?? (handle.offers[0] as Offer);
}

export async function describeHandle(context: DeskContext, handle: Handle): Promise<TransactionStatus> {
  const offer = tellingOffer(handle);
  const status = await statusOf(context, handle, offer);
  const { end } = handle;
  // Who holds the page's address may sign.
  const maySign = hasPage(handle.action) && (await rightTo(context, handle)) === 'sign';
  const signUrl = maySign ? context.signUrl?.(handle.pageId) : undefined;
  const said = 'message' in (offer.settlement ?? {}) && isToldBySettlement(status) ? offer.settlement : undefined;
  const wasSent = offer.signedXdr !== undefined;
  const signers = await signersView(context, handle, offer);
  const words = wordsOf(status, wasSent, signers);
  const detail = status === 'declined' ? end?.reason : (said?.detail ?? offer.settlement?.detail);
  const differences = status === 'superseded' ? await differencesOf(context, handle) : said?.differences;
  return {
    id: handle.id,
    ...(handle.action === 'deploy' ? {} : { action: handle.action }),
    status,
    ...wordOf(context, status, offer),
    network: context.network.name,
    ...(handle.action === 'trust' ? {} : { contractId: offer.contractId }),
    transactionHash: offer.hash,
    expiresAt: new Date(offer.expiresAt).toISOString(),
    message: said?.message ?? words.message,
    ...(detail === undefined ? {} : { detail }),
    ...(differences === undefined || differences.length === 0 ? {} : { differences: [...differences] }),
    ...(said?.changedSince === undefined ? {} : { changedSince: said.changedSince }),
    ...(signers === undefined ? {} : { signers }),
    ...(end?.by === undefined ? {} : { replacedBy: end.by }),
    ...(status === 'unknown' && !wasSent ? { neverSent: true as const } : {}),
    next: said?.next ?? NEXT[handle.action][status] ?? words.next,
    ...(signUrl === undefined ? {} : { signUrl }),
  };
}

function wordsOf(status: TransactionStatus['status'], wasSent: boolean, signers: SignersView | undefined): Words {
  if (status === 'unknown' && !wasSent) return MESSAGES.unsent;
  if (status !== 'prepared' || signers === undefined) return MESSAGES[status];
  if (signers.have > 0) return { message: weightWords(signers), next: missingWords(signers) };
  return signers.signers.some(({ again }) => again) ? SIGN_AGAIN : MESSAGES.prepared;
}

async function statusOf(context: DeskContext, handle: Handle, offer: Offer): Promise<TransactionStatus['status']> {
  const { state } = offer;
  if (state === 'settled' || state === 'taken') return state;
  if (offer === decidingOffer(handle)) {
    if (state === 'sending') return isBeingSent(context, offer) ? 'sending' : 'unknown';
    return state === 'accepted' ? 'accepted' : 'unknown';
  }
  if (handle.end !== undefined) return handle.end.as;
  const isOver = !handle.offers.some((other) => isUndecided(other) && !other.isGivenUp);
  if (isOver && state === 'rejected') return 'rejected';
  if (isOver && state === 'dead') return 'expired';
  if (state !== 'offered' || offer.expiresAt <= context.now()) return 'unknown';
  const open = await unconfirmed(context, handle, judgementOf(context, handle, offer).stops);
  return open.length > 0 ? 'to-confirm' : 'prepared';
}

const isToldBySettlement = (status: TransactionStatus['status']): boolean =>
  ['settled', 'taken', 'rejected', 'accepted', 'unknown'].includes(status);

function wordOf(
  { ledger }: DeskContext,
  status: TransactionStatus['status'],
  { settlement }: Offer,
): Pick<TransactionStatus, 'by' | 'ledger'> {
  switch (status) {
    case 'settled':
    case 'taken':
    case 'rejected':
      return settlement?.by === 'ledger'
        ? { by: 'ledger', ...(settlement.ledger === undefined ? {} : { ledger: settlement.ledger }) }
        : { by: settlement?.by ?? 'ledger' };
    case 'expired':
      return { by: 'ledger', ...(ledger === undefined ? {} : { ledger: ledger.host }) };
    case 'accepted':
      return { by: 'service' };
    default:
      return { by: 'here' };
  }
}

/** In what the newer version differs from this one. */
async function differencesOf(context: DeskContext, handle: Handle): Promise<TransactionStatus['differences']> {
  const newer = handle.end?.by === undefined ? undefined : await context.store.find(handle.end.by);
  return newer === undefined ? undefined : differencesFrom(context, handle, newer);
}

type Words = { readonly message: string; readonly next: string };

/** `unsent`: unknown, and never sent from here. */
const MESSAGES: Readonly<Record<TransactionStatus['status'] | 'unsent', Words>> = {
  prepared: {
    message: 'It waits for the person’s signature.',
    next: 'The person signs it in their wallet before it expires.',
  },
  'to-confirm': {
    message: 'Nothing to sign is given yet: the person must confirm first.',
    next: 'The person reads what stands against it and confirms it by typing the amount, or leaves it.',
  },
  sending: { message: 'It is signed and being sent.', next: 'Ask again in a few seconds.' },
  accepted: {
    message: 'The service says that it succeeded. The ledger has not said so yet.',
    next: 'Ask again in a minute. Do not fund it before the ledger says that it settled.',
  },
  settled: { message: 'The ledger took the transaction.', next: 'Fund the escrow; get_balances shows what it holds.' },
  taken: {
    message: 'Another escrow than the one that was asked for stands at its address.',
    next: 'Do not fund it. Tell the person who runs Countersign.',
  },
  rejected: { message: 'The ledger refused the transaction.', next: 'Prepare it again with deploy_escrow and the id.' },
  expired: {
    message: 'Its time is over, and the ledger did not take it.',
    next: 'Prepare it again with deploy_escrow and the id; the signing page does so by itself.',
  },
  unknown: {
    message: 'It was sent, and what became of it is not known.',
    next: 'Submit again with the id, or the same signed XDR, to learn the outcome. Until you know, do not sign another one for this escrow.',
  },
  unsent: {
    message: 'Its time is over, and it was not sent from here. The ledger cannot say yet whether the wallet sent it.',
    next: 'Ask again in a minute.',
  },
  superseded: {
    message: 'A newer version replaced it. It is no longer offered, and its signature is refused.',
    next: 'Go on with the newer one, whose handle is replacedBy.',
  },
  declined: {
    message: 'The person said that this is not what they want. It is no longer offered.',
    next: 'Ask the person what they want. Do not prepare it again unasked.',
  },
  discarded: {
    message: 'It was discarded. It is no longer offered.',
    next: 'Give the whole request to prepare it again.',
  },
};

const SIGN_AGAIN: Words = {
  message: 'The transaction that was signed in part is no longer offered, and was not sent. Everybody signs a new one.',
  next: 'Each signer signs the new one in their wallet before it expires.',
};

const TRUST_AGAIN = 'Prepare it again with add_trustline and the id.';

/** Where what to do next depends on what was asked for. */
const NEXT: Readonly<Record<ActionName, Partial<Record<TransactionStatus['status'], string>>>> = {
  deploy: {},
  fund: {
    expired: 'Prepare it again with fund_escrow and the id.',
    settled: 'The payment arrived; get_balances shows what the escrow holds.',
    rejected: 'Prepare it again with fund_escrow and the id.',
  },
  ...byStep((tool) => {
    const again = `Prepare it again with ${tool} and the id.`;
    return { expired: again, settled: 'get_escrow tells whose turn it is now.', rejected: again };
  }),
  trust: {
    expired: TRUST_AGAIN,
    settled: 'The account can hold the token now.',
    rejected: TRUST_AGAIN,
  },
};
