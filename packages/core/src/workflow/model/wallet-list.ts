/** The escrows of wallets that a visitor of a page has proven to be theirs: codes and numbers, which the page puts into words. */
import type { EscrowView } from './escrow-views.ts';
import type { EscrowGroup } from './list-views.ts';

/**
 * Why an escrow is listed. `signed`: the wallet signed something about it here. `prepared`: a person who proved the wallet
 * had something about it prepared here. `to-sign`: it waits for the wallet's signature. `service`: the escrow service lists
 * it as signed by the wallet. `opened`: its page was opened in this browser.
 */
export type WalletSource = 'signed' | 'prepared' | 'to-sign' | 'service' | 'opened';

export type EscrowOfWallet = Pick<EscrowView, 'contractId' | 'archived' | 'held' | 'turn' | 'state'> & {
  readonly sources: readonly WalletSource[];
  readonly group: EscrowGroup;
  /** Absent, as is all that follows, where the ledger did not show it. */
  readonly title?: string;
  readonly asset?: string;
  readonly total?: string;
  readonly needed?: string;
  /** What its wallet can do next, first of all. */
  readonly mine?: NonNullable<EscrowView['turn']>[number];
  /** Of a page on which its wallet signs. */
  readonly pageId?: string;
  /** Whether its code is not pinned here. */
  readonly isUnpinned?: true;
};

/** Someone else prepared it or made it, and the wallet has signed nothing of it. Not read from the ledger. */
export type EscrowThatNames = {
  readonly contractId: string;
  readonly title: string;
  readonly by: 'here' | 'service';
  /** Where it waits for the wallet's signature. */
  readonly pageId?: string;
};

export type EscrowsOfWallets = {
  readonly wallets: readonly string[];
  /** Newest first of each source; 100 at most. */
  readonly escrows: readonly EscrowOfWallet[];
  readonly more: number;
  /** 20 at most, and how many more. */
  readonly named: readonly EscrowThatNames[];
  readonly moreNamed: number;
  /** Whether the escrow service's own list is part of this; `none`: it has no list. */
  readonly service: 'whole' | 'partly' | 'none';
  /** Whether the ledger answered. */
  readonly isRead: boolean;
};
