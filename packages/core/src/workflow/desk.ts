/** What the calls of a desk take, and what a signing page shows. The calls are in `calls.ts`. */
import type { ActionName, ActionTypes, RequestOf, SummaryOf } from '../actions/action.ts';
import type { Difference } from '../errors/errors.ts';
import type { Network } from '../escrow/network.ts';
import type { NamedAddress } from '../words/names.ts';
import type { Reason } from '../words/risk.ts';
import type { PageEscrow } from './model/escrow-views.ts';
import type { NextInput, PageAction } from './model/page-actions.ts';
import type { JudgementView, SignersView, TransactionStatus } from './model/results.ts';
import type { PageProof, ProofToSign } from './model/wallet-proof-views.ts';

export type CallOptions = {
  /** Ends waiting and the HTTP request; the call then throws CANCELLED. */
  readonly signal?: AbortSignal;
  /** Called when a part of a longer call is done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called for each request to the service, with this call's share of it: 0.5 where two calls share the request. */
  readonly onRequest?: (share: number) => void;
  /** The call's id in the log, also in the lines of its requests to the service; default: a new one. */
  readonly callId?: string;
  /** When the call began, on the clock of `performance`; default: now. It may take 45 s from then. */
  readonly begun?: number;
  /** Whatever the host sent along with the input: only scanned for secrets. */
  readonly alsoScanned?: Readonly<Record<string, unknown>>;
};

/** What a caller shows of a handle or transaction. */
export type SeenStatus = Pick<TransactionStatus, 'status' | 'transactionHash'>;

export type WaitOptions = CallOptions & {
  /** Default: the state when the wait begins. */
  readonly seen?: SeenStatus;
};

export type PrepareOptions = CallOptions & {
  /** Asks for another escrow with the same terms as one on the ledger. The person must confirm it. */
  readonly another?: boolean;
};

export type Confirmation = {
  /** What the person typed: the total in token units, as it was shown. */
  readonly amount: string;
  /** `judgement.key` of what the person was shown. */
  readonly shown: string;
};

/** The input of `prepare`: a request as written, or `{ id }` to prepare a handle's request again. */
export type PrepareInput<Name extends ActionName> = ActionTypes[Name]['input'] | { readonly id: string };

/** A handle as its signing page sees it. The page decodes and compares `offer.unsignedXdr` with `request` again. */
export type SigningView = { readonly [Name in PageAction]: SigningViewOf<Name> }[PageAction];

export type SigningViewOf<Name extends PageAction> = {
  readonly id: string;
  readonly action: Name;
  readonly request: RequestOf<Name>;
  readonly network: Network;
  /** The newest offer; `expiresAt` in epoch milliseconds, `reasons` why it is only partly verified (empty: verified). */
  readonly offer: {
    /** Absent until the viewer has confirmed the stops, once the handle has ended, and for a viewer who may only read. */
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
  /** Present where the viewer can say of a transaction that it failed. */
  readonly canDeclareFailed?: true;
  /** The earlier version that this one ends. */
  readonly replaces?: { readonly differences: readonly Difference[] };
  /** Stroops: the highest network fee of an offered transaction. */
  readonly maxFee: bigint;
  /** The reader's own or proven wallet; absent where it is not known who reads. */
  readonly reader?: string;
  /** Who signs for the account, where more than its own key may be needed; known once the ledger was asked. */
  readonly signers?: SignersView;
  readonly status: TransactionStatus;
};

export type { NextInput, PageEscrow, PageProof, ProofToSign };
