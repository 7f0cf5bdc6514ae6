/** Handles and offers: what somebody asked for, and each transaction that was prepared for it. */
import type { ActionName, RequestOf } from '../../actions/action.ts';
import { CountersignError, type ErrorOptions } from '../../errors/errors.ts';
import type { Reason } from '../../words/reasons.ts';
import type { Settlement } from '../results.ts';

export type OfferState = 'offered' | 'sending' | 'settled' | 'rejected' | 'unknown';

/** One transaction that a person may sign; hashes in lower-case hex, times in epoch milliseconds. */
export type Offer = {
  readonly hash: string;
  /** What it does; one that was prepared elsewhere is a deploy. */
  readonly action: ActionName;
  /** Absent for a transaction that was prepared elsewhere. */
  readonly handle?: string;
  readonly unsignedXdr: string;
  /** Of the escrow that it is about. */
  readonly contractId: string;
  readonly offeredAt: number;
  readonly expiresAt: number;
  /** Why it is only partly verified; empty when it is verified. */
  readonly reasons: readonly Reason[];
  readonly state: OfferState;
  /** When it was last being sent; absent where it never was. */
  readonly sentAt?: number;
  /** What the wallet signed, kept from the moment it may have been sent, so that it can be sent again. */
  readonly signedXdr?: string;
  readonly settlement?: Settlement;
};

/** What somebody asked for. */
export type Asked = {
  readonly [Name in ActionName]: { readonly action: Name; readonly request: RequestOf<Name> };
}[ActionName];

/** A request that somebody made, with every transaction offered for it, newest first. */
export type Handle = Asked & {
  readonly id: string;
  /** Under which the signing page finds it: 128 random bits that stand in `signUrl` alone. Who has that may act on the page. */
  readonly pageId: string;
  readonly offers: readonly Offer[];
};

/** An offer that was renewed, forgotten or discarded. */
export type PastOffer = Pick<Offer, 'hash' | 'contractId' | 'offeredAt' | 'expiresAt'> & {
  /** It may be forgotten by now. */
  readonly handle: string;
  /** Of the transaction; absent for an offer that version 1 of the file kept. */
  readonly sequence?: string;
};

export type NewHandle = Asked & Pick<Handle, 'id' | 'pageId'> & { readonly requestKey: string };
export type NewOffer = Pick<Offer, 'hash' | 'unsignedXdr' | 'contractId' | 'expiresAt' | 'reasons'> & {
  /** The transaction's sequence number: of two with the same one, the ledger takes one. */
  readonly sequence: string;
};

/** Whether a sending of this very transaction may have reached the ledger, and nobody knows yet. */
export function mayBeSent({ state }: Offer): boolean {
  return state === 'sending' || state === 'unknown';
}

/** The offer that settled or may have: what becomes of it is what becomes of the handle. */
export function decidingOffer({ offers }: Handle): Offer | undefined {
  return offers.find(({ state }) => state === 'settled') ?? offers.find(mayBeSent);
}

/**
 * Ends a call that would change a handle of which a transaction was sent, or may have been.
 * @throws CountersignError ALREADY_SETTLED, OUTCOME_UNKNOWN
 */
export function requireUnsent(handle: Handle): void {
  const offer = decidingOffer(handle);
  if (offer?.state === 'settled') {
    throw new CountersignError('ALREADY_SETTLED', {
      ...SETTLED[handle.action](offer),
    });
  }
  if (offer !== undefined) {
    throw new CountersignError('OUTCOME_UNKNOWN', {
      message: `Transaction ${offer.hash} was sent for this request (id ${handle.id}) and its outcome is not known yet, so no second one is prepared.`,
    });
  }
}

const SETTLED: Readonly<Record<ActionName, (offer: Offer) => Pick<ErrorOptions, 'message' | 'remedy'>>> = {
  deploy: ({ contractId, hash }) => ({
    message: `This escrow is settled already, at ${contractId} (transaction ${hash}).`,
  }),
  fund: ({ contractId, hash }) => ({
    message: `This payment to ${contractId} is settled already (transaction ${hash}).`,
    remedy: 'Read the escrow’s balance. To pay as much once more, use the wallet itself.',
  }),
};
