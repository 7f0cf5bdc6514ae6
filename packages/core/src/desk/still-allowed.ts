/** Whether an offer of the past may still be signed or sent under today's settings, which may be stricter. */

import { readTransaction } from '../envelope/read-transaction.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import type { DeskContext } from './context.ts';
import type { Offer } from './store/offers.ts';

export function isStillAllowed({ network, policy }: DeskContext, offer: Offer): boolean {
  const read = readTransaction(offer.unsignedXdr, network.passphrase);
  const deploy = readDeploy(read, network.passphrase);
  if ('unreadable' in deploy || read.hashHex !== offer.hash || read.fee > policy.maxFee) return false;
  const isPinned =
    (network.factory === undefined || network.factory === deploy.factory) &&
    (network.wasmHash === undefined || network.wasmHash === deploy.wasmHash);
  return isPinned && (offer.reasons.length === 0 || policy.allowPartly);
}
