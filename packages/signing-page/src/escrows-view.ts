/** What the API of the list of escrows answers. Types alone, shared with the browser. */
import type { EscrowView, FoundEscrow } from '@countersign/core/escrow-views';
import type { NetworkName } from '@countersign/core/network';

/** What the list is sorted into. `needs-me`: whoever opened the list can do the next step, or should decide something. */
export type EscrowGroup = 'needs-me' | 'waiting' | 'finished';

export type ListedEscrow = FoundEscrow & {
  readonly group: EscrowGroup;
  /** Address of the page on which it is signed or followed, relative to the list. */
  readonly page?: string;
};

export type EscrowList = {
  readonly network: NetworkName;
  /** Epoch milliseconds, the desk's clock. */
  readonly now: number;
  readonly escrows: readonly ListedEscrow[];
  /** How many others there are beyond those. */
  readonly more: number;
};

/** Something that happened, oldest first. */
export type Happening = {
  /** Epoch milliseconds; absent where only the order is known. */
  readonly at?: number;
  readonly text: string;
  readonly by: 'ledger' | 'here';
  readonly transactionHash?: string;
};

export type EscrowDetails = { readonly escrow: EscrowView; readonly happened: readonly Happening[] };

/** An entry of the address book. */
export type ListedContact = {
  readonly name: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly setAt: number;
  readonly setBy: string;
};
