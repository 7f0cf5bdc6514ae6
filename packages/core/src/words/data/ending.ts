/** Plans of several steps, as data for words. Amounts are decimal strings in token units. */

import { firstOf, type Naming } from '../naming.ts';
import type { Party, UnmetPrecondition } from '../obstacles.ts';
import type { PaymentWords } from './life.ts';

/**
 * `not-signed`: its deploy is not on the ledger. `no-money`: nothing is in it, and nothing was ever paid out. `over`:
 * nothing is left in it. `cannot`: money is in it, and no step returns it.
 */
export type EndingState = 'not-signed' | 'no-money' | 'to-return' | 'over' | 'cannot';

/** One step: a transaction for each milestone, or one for the whole escrow. */
export type EndingStage = {
  readonly act: 'dispute' | 'resolve' | 'withdraw';
  /** Counted from 1; empty where the whole escrow is meant. */
  readonly milestones: readonly number[];
  /** Those that are yet to be signed; of the whole escrow, `isDone` says so. */
  readonly left: readonly number[];
  readonly isDone: boolean;
  /** Any one of them signs. Without an address: the receiver of the milestone. */
  readonly signers: readonly { readonly role: Party['role']; readonly address?: string }[];
  /** What it takes out of the escrow, before fees. */
  readonly amount?: string;
};

export type EndingPlan = {
  readonly now: EndingState;
  /** Code of the token, else its address. */
  readonly unit: string;
  /** Transactions that are settled, and all of them. */
  readonly done: number;
  readonly of: number;
  readonly stages: readonly EndingStage[];
  /** The next transaction. Any one of them signs it. */
  readonly next?: {
    readonly act: EndingStage['act'];
    readonly milestone?: number;
    readonly signers: readonly Party[];
  };
  /** Each share of the remaining money after fees; a share without an address goes to the payers. */
  readonly pays: readonly PaymentWords[];
  /** The source of whom it goes back to; `unknown`: the ledger's history does not show who paid in. `later`: not asked yet. */
  readonly payers: 'history' | 'named' | 'unknown' | 'later';
  /** Who can be asked whether they paid, where that is unknown. */
  readonly approver: string;
  readonly platform: string;
  readonly released: readonly number[];
  /** What the escrow holds once all of it is done. */
  readonly stays: string;
  /** What no function of its contract returns. */
  readonly stuck?: string;
  readonly because: readonly UnmetPrecondition[];
};

/** One request for several milestones, from one of its transactions. All are counted from 1. */
export type SeveralPlan = {
  /** In the order in which they are taken. */
  readonly milestones: readonly number[];
  /** Of this transaction. */
  readonly milestone: number;
  readonly done: readonly number[];
  /** Named in the request, and left out: nothing was left to do. */
  readonly already?: readonly number[] | undefined;
  /** Why it does not go on, as a sentence. */
  readonly stopped?: string | undefined;
};

/** Who reads a plan: their own addresses, and the names that they know. */
export type EndingReader = { readonly own?: readonly string[]; readonly named?: Naming };

/** So many shares are shown; more than two others are one line. */
const MOST_SHARES = 8;

/** The largest shares, and the others. */
export function largestFirst(pays: EndingPlan['pays']): Readonly<Record<'shown' | 'others', EndingPlan['pays']>> {
  const shares = pays
    .filter(({ as }) => as === 'share')
    .sort((one, other) => Number(other.amount) - Number(one.amount));
  const { shown } = firstOf(shares, MOST_SHARES);
  return { shown, others: shares.slice(shown.length) };
}
