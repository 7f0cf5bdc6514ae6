/** The data of the list of a person's escrows: codes and numbers, which the page puts into words. */
import type { ActionName } from '../../actions/action.ts';
import type { EscrowChange } from '../../words/data/schemas.ts';
import type { EscrowView, FoundEscrow, Phase } from './escrow-views.ts';
import type { End } from './requests.ts';

/** `needs-me`: the viewer can take the next step, or should decide something. */
export type EscrowGroup = 'needs-me' | 'waiting' | 'finished';

export type ListedEscrow = FoundEscrow & {
  readonly group: EscrowGroup;
  readonly phase: Phase;
  /** All that its terms pay out, including what was paid out already. */
  readonly total: string;
  /** How far it came, once it is on the ledger. */
  readonly state?: EscrowView['state'];
  readonly turn?: EscrowView['turn'];
  readonly changed?: true;
  /** Id of the page on which the viewer signs their next step. */
  readonly pageId?: string;
};

export type ListedEscrows = {
  /** The accounts that signed a transaction of this person. */
  readonly me: readonly string[];
  readonly escrows: readonly ListedEscrow[];
  readonly more: number;
  /** Which records are left out, since they cannot be read; in the reader's words. */
  readonly damagedNote?: string;
};

export type Happening = {
  /** Epoch milliseconds; absent where only the order is known. */
  readonly at?: number;
  /** `ledger`: the ledger shows it. `here`: it was done with this data folder. */
  readonly by: 'ledger' | 'here';
  /** The history of what was prepared here, else a change on the ledger. */
  readonly kind: 'prepared' | 'signed' | 'settled' | 'rejected' | 'taken' | End['as'] | EscrowChange['kind'];
  readonly action?: ActionName;
  /** Counted from 1. */
  readonly milestone?: number;
  /** `funded`: in units of the escrow's token. */
  readonly amount?: string;
  /** What left the escrow with it, by the token's events. */
  readonly paid?: readonly { readonly to: string; readonly amount: string }[];
  readonly transactionHash?: string;
  /** Whose account did it, where the event or what was prepared here shows that. */
  readonly actor?: string;
  /** `prepared`: id of its page, where it can still be signed. */
  readonly pageId?: string;
};

export type EscrowLife = {
  /** Oldest first. */
  readonly happened: readonly Happening[];
  /** False where the ledger's part may be incomplete: older than its RPC remembers, or not available. */
  readonly isWhole: boolean;
};

export type EscrowDetails = EscrowLife & { readonly escrow: EscrowView };

/** `endsAt` in epoch milliseconds. */
export type ListLink = { readonly url: string; readonly endsAt: number };
export type ListSession = { readonly session: string; readonly endsAt: number };
