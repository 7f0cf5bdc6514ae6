/** Finds what forbids sending an offer; shared by both engines. */
import { mayBeSent, type Offer, type OfferState } from './offers.ts';

/** What forbids sending `offer`: a settled or undecided sibling, its own final state, or a call that is sending it. */
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
  // A `sentAt` in the future was written before the clock was set back.
  const isBeingSent = state === 'sending' && sentAt > now - staleAfterMs && sentAt <= now;
  const wasSentSince = seen !== undefined && seen !== state && mayBeSent(offer);
  return (
    siblings.find((other) => other.state === 'settled' || other.state === 'taken') ??
    siblings.find((other) => other.hash !== offer.hash && mayBeSent(other) && !other.isGivenUp) ??
    (state === 'rejected' || state === 'dead' || isBeingSent || wasSentSince ? offer : undefined)
  );
}
