/** Doing the same once more: a second payment of the same amount, or another escrow with the same terms. */
import type { RequestOf } from '../../actions/action.ts';
import { knownToken } from '../../escrow/network.ts';
import type { Stop } from '../../words/stops.ts';
import type { DeskContext } from '../context.ts';
import { type Asked, decidingOffer, type Handle, type Judged, type Offer } from '../store/offers.ts';
import { totalOf } from './limits.ts';

/**
 * The round in which it would be done once more; undefined where it is not a repetition.
 * @param wanted whether another escrow with the same terms was asked for
 */
export function againRound(
  context: DeskContext,
  asked: Asked,
  known: Handle | undefined,
  { wanted, isRenewal }: { readonly wanted: boolean; readonly isRenewal: boolean },
): number | undefined {
  const state = known === undefined ? undefined : decidingOffer(known)?.state;
  // The ledger would accept an equal payment twice, and equal instalments are normal: the person is asked. A settled
  // trustline may have been removed since; its carrier checks that.
  if (asked.action !== 'deploy') return state === 'settled' && !isRenewal ? (known?.round ?? 0) + 1 : undefined;
  // Without a ledger the service's word is the last that there will be.
  const isDone = state === 'settled' || state === 'taken' || (state === 'accepted' && context.ledger === undefined);
  if (!wanted || (known !== undefined && !isDone)) return undefined;
  return known === undefined ? undefined : known.round + 1;
}

/** The stops of somebody who would do the same again. */
export function againStops(
  { network }: Pick<DeskContext, 'network'>,
  known: Handle | undefined,
  asked: Asked,
): Judged['stops'] {
  const before = known === undefined ? undefined : decidingOffer(known);
  if (asked.action === 'deploy') {
    const contractId = before?.contractId ?? '';
    return [{ code: 'ANOTHER_ESCROW', params: { contractId } }];
  }
  if (asked.action === 'withdraw') {
    const params = {
      amount: totalOf(asked, network),
      token: tokenOf({ network }, asked.request.trustline.address),
      at: new Date(timeOf(before) ?? 0).toISOString(),
    };
    return [{ code: 'WITHDRAWN_ALREADY', params }];
  }
  // A step that its contract would refuse the second time is found by its obstacles on the ledger.
  if (asked.action !== 'fund') return [];
  return [paidStop({ network }, asked.request, timeOf(before))];
}

/** @param at when it was paid before: epoch milliseconds, if that is known */
export function paidStop(
  { network }: Pick<DeskContext, 'network'>,
  { amount, trustline }: RequestOf<'fund'>,
  at = 0,
): Stop {
  const token = tokenOf({ network }, trustline.address);
  return { code: 'PAID_ALREADY', params: { amount, token, at: new Date(at).toISOString() } };
}

const tokenOf = ({ network }: Pick<DeskContext, 'network'>, address: string): string =>
  knownToken(network, address)?.code ?? address;

/** When a payment or withdrawal of this store was made, in epoch milliseconds. */
export const timeOf = (before: Offer | undefined): number | undefined => before?.sentAt ?? before?.offeredAt;
