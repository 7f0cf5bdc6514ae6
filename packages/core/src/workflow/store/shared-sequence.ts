/** Transactions of one account with the same sequence number: the ledger accepts only one of them. */
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import type { Store } from './store.ts';

type WithOffer = { readonly handle: PreparedRequest; readonly offer: PreparedTransaction };

/** The other transactions that the same person prepared with this one's account and sequence number, newest first. */
export async function sharingSequence(
  store: Pick<Store, 'findBySequence'>,
  { owner, request: { signer } }: PreparedRequest,
  { hash, sequence }: PreparedTransaction,
): Promise<readonly WithOffer[]> {
  const handles = sequence === undefined ? [] : await store.findBySequence(owner, sequence);
  return handles
    .filter(({ request }) => request.signer === signer)
    .flatMap((handle) => handle.offers.map((offer) => ({ handle, offer })))
    .filter(({ offer }) => offer.sequence === sequence && offer.hash !== hash);
}

/** Whether the ledger included it, which uses the sequence number even if it failed. */
export function isIncluded({ state }: PreparedTransaction): boolean {
  return state === 'settled' || state === 'rejected';
}

/** Whether one of them is known to have been included before the offer's time was over. */
export async function wasDisplaced(
  { store }: { readonly store: Pick<Store, 'findBySequence'> },
  handle: PreparedRequest,
  offer: PreparedTransaction,
): Promise<boolean> {
  const others = await sharingSequence(store, handle, offer);
  return others.some(({ offer: other }) => isIncluded(other) && (other.sentAt ?? other.offeredAt) <= offer.expiresAt);
}
