/** Which of a handle's offers forbids sending one of them: the same in every engine. */
import { mayBeSent, type Offer, type OfferState } from './offers.ts';

/** What forbids sending `offer`: a settled sibling, an undecided one, the ledger's word, a call that is at it. */
export function standsAgainst(
  offer: Offer,
  siblings: readonly Offer[],
  {
    now,
    staleAfterMs,
    seen,
  }: { readonly now: number; readonly staleAfterMs: number; readonly seen: OfferState | undefined },
): Offer | undefined {
  const { state, sentAt = 0 } = offer;
  // A time that is yet to come was written by a clock that has been set back since.
  const isBeingSent = state === 'sending' && sentAt > now - staleAfterMs && sentAt <= now;
  const wasSentSince = seen !== undefined && seen !== state && mayBeSent(offer);
  return (
    siblings.find((other) => other.state === 'settled' || other.state === 'taken') ??
    siblings.find((other) => other.hash !== offer.hash && mayBeSent(other) && !other.isGivenUp) ??
    (state === 'rejected' || state === 'dead' || isBeingSent || wasSentSince ? offer : undefined)
  );
}
