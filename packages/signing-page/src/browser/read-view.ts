/**
 * The transaction decoded here, in the reader's own browser, from its XDR, and compared with the request once more:
 * nothing that the page shows of it is taken from the server's word.
 */

import { checkUnsigned, expiryOf, type Summary, summarise } from '@countersign/core/actions';
import { type ReadTransaction, readTransaction } from '@countersign/core/envelope';
import { type Difference, toCountersignError } from '@countersign/core/errors';
import type { ReadDeploy } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { type Reason, reasonText } from '@countersign/core/words';
import type { PageView } from '../page-view.ts';

export type Match = {
  readonly kind: 'match';
  readonly read: ReadTransaction;
  readonly deploy: ReadDeploy;
  readonly summary: Summary;
  /** Why it is only partly verified; empty: verified. */
  readonly reasons: readonly Reason[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
export type Mismatch = { readonly kind: 'mismatch'; readonly differences: readonly Difference[] };
/** Nothing to sign is given, so there is nothing to decode: the summary is the server's word. */
export type Withheld = { readonly kind: 'withheld'; readonly summary: Summary | undefined };
export type Reading = Match | Mismatch | Withheld;

/** Core's check wants this much life, in seconds; an offer that has ended is compared as of its last good moment. */
const LEAST_LIFE_SECONDS = 20;

/** @param now epoch milliseconds */
export function readView({ offer, summary, request, network, maxFee }: PageView, now: number): Reading {
  if (offer.unsignedXdr === undefined) return { kind: 'withheld', summary };
  try {
    const pinned = { ...network, passphrase: NETWORKS[network.name].passphrase };
    const read = readTransaction(offer.unsignedXdr, pinned.passphrase);
    const lastMoment = Math.floor(expiryOf(read).getTime() / 1_000) - LEAST_LIFE_SECONDS;
    const moment = Math.min(Math.floor(now / 1_000), lastMoment);
    const check = checkUnsigned(read, request, { network: pinned, maxFee: BigInt(maxFee), now: moment });
    if (check.level === 'mismatch') return { kind: 'mismatch', differences: check.differences };
    const differences = [
      ...differs('network passphrase', network.passphrase, pinned.passphrase),
      ...differs('transaction hash', offer.hash, read.hashHex),
      ...differs('escrow address', offer.contractId, check.call.contractId),
    ];
    if (differences.length > 0) return { kind: 'mismatch', differences };
    const reasons = distinct([...offer.reasons, ...check.reasons]);
    return {
      kind: 'match',
      read,
      deploy: check.call,
      summary: summarise(read, check.call, pinned, reasons, request.trustline.decimals),
      reasons,
      expiresAt: expiryOf(read).getTime(),
    };
  } catch (thrown) {
    const found = toCountersignError(thrown).message;
    return { kind: 'mismatch', differences: [{ field: 'transaction', asked: 'a deploy of this escrow', found }] };
  }
}

/** The server names the same ones as a rule. */
function distinct(reasons: readonly Reason[]): readonly Reason[] {
  return [...new Map(reasons.map((reason) => [reasonText(reason), reason])).values()];
}

function differs(field: string, asked: string, found: string): Difference[] {
  return asked === found ? [] : [{ field, asked, found }];
}
