/** Transactions of one account with the same sequence number: the ledger accepts only one of them. */
import type { Handle, Offer } from '../store/offers.ts';
import type { Store } from '../store/store.ts';

type WithOffer = { readonly handle: Handle; readonly offer: Offer };

/** The other transactions that the same person prepared with this one's account and sequence number, newest first. */
export async function sharingSequence(
  store: Pick<Store, 'findBySequence'>,
  { owner, request: { signer } }: Handle,
  { hash, sequence }: Offer,
): Promise<readonly WithOffer[]> {
  const handles = sequence === undefined ? [] : await store.findBySequence(owner, sequence);
  return handles
    .filter(({ request }) => request.signer === signer)
    .flatMap((handle) => handle.offers.map((offer) => ({ handle, offer })))
    .filter(({ offer }) => offer.sequence === sequence && offer.hash !== hash);
}

/** Whether the ledger included it, which uses the sequence number even if it failed. */
export function isIncluded({ state }: Offer): boolean {
  return state === 'settled' || state === 'rejected';
}

/** Whether one of them is known to have been included before the offer's time was over. */
export async function wasDisplaced(
  { store }: { readonly store: Pick<Store, 'findBySequence'> },
  handle: Handle,
  offer: Offer,
): Promise<boolean> {
  const others = await sharingSequence(store, handle, offer);
  return others.some(({ offer: other }) => isIncluded(other) && (other.sentAt ?? other.offeredAt) <= offer.expiresAt);
}
