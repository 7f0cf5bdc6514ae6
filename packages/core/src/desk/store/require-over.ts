import { CountersignError } from '../../errors/errors.ts';
import { UNDECIDED_KEPT_WHEN_FULL_MS } from './limits.ts';
import { type Handle, mayBeSent, type Offer } from './offers.ts';

/** How long a settled handle may count towards a daily limit, or warns of paying the same again. */
const COUNTED_MS = 24 * 3_600_000;

/**
 * Refuses to forget a handle that is still needed: it prevents a second sending, warns of a taken address, or counts
 * towards a daily limit.
 * @param isLimited whether there is such a limit
 * @throws CountersignError NOT_OVER
 */
export function requireOver(
  { action, offers }: Pick<Handle, 'action' | 'offers'>,
  now: number,
  isLimited: boolean,
): void {
  // The chain refuses a second escrow, but not a second payment.
  const isKeptToday = isLimited || action !== 'deploy';
  const because = offers.map((offer) => reason(offer, now, isKeptToday)).find((message) => message !== undefined);
  if (because !== undefined) throw new CountersignError('NOT_OVER', { message: because });
}

function reason(offer: Offer, now: number, isKeptToday: boolean): string | undefined {
  const { state, expiresAt, offeredAt, isGivenUp, contractId } = offer;
  if (state === 'taken')
    return `${contractId} was taken with other terms. This record warns of paying to it, so it stays.`;
  if (mayBeSent(offer) && !isGivenUp)
    return 'Its transaction was sent, and the ledger has not said yet what became of it.';
  if (state === 'settled' && isKeptToday && now < offeredAt + COUNTED_MS) {
    return `It counts for a day: towards a limit, or against doing the same twice. Forget it after ${utc(offeredAt + COUNTED_MS)}.`;
  }
  // The ledger was not asked, and a wallet may have sent it by itself.
  if (state === 'offered' && now < expiresAt + UNDECIDED_KEPT_WHEN_FULL_MS) {
    return `Its transaction may have been signed, and could settle. Ask again after ${utc(expiresAt + UNDECIDED_KEPT_WHEN_FULL_MS)}.`;
  }
  return undefined;
}

const utc = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
