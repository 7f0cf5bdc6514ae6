/** What a signing page shows. */

import type { RequestOf, SummaryOf } from '../../actions/action.ts';
import type { Difference } from '../../errors/differences.ts';
import type { Network } from '../../escrow/network.ts';
import type { Reason } from '../../words/data/risk.ts';
import type { NamedAddress } from '../../words/names.ts';
import type { PageAction } from './page-actions.ts';
import type { JudgementView, SignersView, TransactionStatus } from './results.ts';

/** A request as its signing page sees it. The page decodes and compares `offer.unsignedXdr` with `request` again. */
export type SigningView = { readonly [Name in PageAction]: SigningViewOf<Name> }[PageAction];

export type SigningViewOf<Name extends PageAction> = {
  readonly id: string;
  readonly action: Name;
  readonly request: RequestOf<Name>;
  readonly network: Network;
  /** The newest transaction; `expiresAt` in epoch milliseconds, `reasons` why it is only partly verified (empty: verified). */
  readonly offer: {
    /** Absent until the viewer has confirmed the stops, once the request has ended, and for a viewer who may only read. */
    readonly unsignedXdr?: string;
    readonly hash: string;
    readonly contractId: string;
    readonly expiresAt: number;
    readonly reasons: readonly Reason[];
  };
  readonly judgement: JudgementView;
  /** The transaction's summary, where the transaction itself is withheld. */
  readonly summary?: SummaryOf<Name>;
  /** The names of its addresses, if the viewer may know them. */
  readonly names?: readonly NamedAddress[];
  /** Present where the viewer can give names to addresses. */
  readonly canName?: true;
  /** Present where the viewer may end the request; a visitor of a public page proves the signer's wallet first. */
  readonly canDecline?: true;
  /** Present where the viewer can say of a transaction that it failed. */
  readonly canDeclareFailed?: true;
  readonly replaces?: { readonly differences: readonly Difference[] };
  /** Stroops: the highest network fee of an offered transaction. */
  readonly maxFee: bigint;
  /** The reader's own or proven wallet; absent where it is not known who reads. */
  readonly reader?: string;
  /** The wallets that a visitor of a public page has proven, newest first; absent where there are none. */
  readonly wallets?: readonly string[];
  /** Who signs for the account, where more than its own key may be needed; known once the ledger was asked. */
  readonly signers?: SignersView;
  readonly status: TransactionStatus;
};
