import { CountersignError } from '../../errors/errors.ts';
import { DAY_MS, UNDECIDED_KEPT_WHEN_FULL_MS } from './limits.ts';
import { type Handle, mayBeSent, type Offer } from './offers.ts';

/**
 * Ends a call that would forget a handle while it protects somebody: from a second sending, from paying to an address
 * that was taken, or from a limit that is no longer counted.
 * @throws CountersignError NOT_OVER
 */
export function requireOver({ offers }: Pick<Handle, 'offers'>, now: number): void {
  const because = offers.map((offer) => reason(offer, now)).find((message) => message !== undefined);
  if (because !== undefined) throw new CountersignError('NOT_OVER', { message: because });
}

function reason(offer: Offer, now: number): string | undefined {
  const { state, expiresAt, offeredAt, isGivenUp, contractId } = offer;
  if (state === 'taken')
    return `${contractId} was taken with other terms. This record warns of paying to it, so it stays.`;
  if (mayBeSent(offer) && !isGivenUp)
    return 'Its transaction was sent, and the ledger has not said yet what became of it.';
  if (state === 'settled' && now < offeredAt + DAY_MS) {
    return `It counts towards the limits of a day until ${utc(offeredAt + DAY_MS)}.`;
  }
  // Nobody asked the ledger: a wallet may have sent it by itself.
  if (state === 'offered' && now < expiresAt + UNDECIDED_KEPT_WHEN_FULL_MS) {
    return `Its transaction may have been signed, and could settle. Ask again after ${utc(expiresAt + UNDECIDED_KEPT_WHEN_FULL_MS)}.`;
  }
  return undefined;
}

const utc = (time: number): string => new Date(time).toISOString();
