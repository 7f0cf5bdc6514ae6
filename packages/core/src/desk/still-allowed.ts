/** Whether an offer of the past may still be signed or sent under today's settings, which may be stricter. */

import { actionOf } from '../actions/actions.ts';
import { readTransaction } from '../envelope/read-transaction.ts';
import type { DeskContext } from './context.ts';
import type { Offer } from './store/offers.ts';

export function isStillAllowed({ network, policy }: DeskContext, offer: Offer): boolean {
  const read = readTransaction(offer.unsignedXdr, network.passphrase);
  const action = actionOf(offer.action);
  const call = action.read(read, network);
  if ('unreadable' in call || read.hashHex !== offer.hash || read.fee > policy.maxFee) return false;
  return action.isPinned(call, network) && (offer.reasons.length === 0 || policy.allowPartly);
}
