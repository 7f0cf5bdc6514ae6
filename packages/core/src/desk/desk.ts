/** The workflow prepare -> sign -> submit -> settled, as adapters see it. */

import type { ActionName, ActionTypes } from '../actions/action.ts';
import type { DeployRequest } from '../escrow/index.ts';
import type { Network } from '../escrow/network.ts';
import type { ServiceMetrics } from '../service/metrics.ts';
import type { Reason } from '../words/reasons.ts';
import type { Balances, Prepared, Settlement, TransactionStatus } from './results.ts';

export type CallOptions = {
  /** Ends waiting and the HTTP request; the call then throws CANCELLED. */
  readonly signal?: AbortSignal;
  /** Told when a part of a longer call is done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Told of each request to the service for this call, with its share of it: a half where two calls share a request. */
  readonly onRequest?: (share: number) => void;
  /** When the call began, on the clock of `performance`; default: now. It may take 45 s from then. */
  readonly begun?: number;
  /** What the host sent along with the input: it is looked through for secrets, and no more. */
  readonly beside?: Readonly<Record<string, unknown>>;
};

/** What may be asked of an action: a request as it is written, or `{ id }` for a handle's request. */
export type PrepareInput<Name extends ActionName> = ActionTypes[Name]['input'] | { readonly id: string };

/** A handle as its signing page sees it. The page decodes and compares `offer.unsignedXdr` with `request` once more. */
export type SigningView = {
  readonly id: string;
  readonly request: DeployRequest;
  readonly network: Network;
  /** The newest offer; `expiresAt` in epoch milliseconds, `reasons` why it is only partly verified (empty: verified). */
  readonly offer: {
    readonly unsignedXdr: string;
    readonly hash: string;
    readonly contractId: string;
    readonly expiresAt: number;
    readonly reasons: readonly Reason[];
  };
  /** Stroops: the highest network fee of an offered transaction. */
  readonly maxFee: bigint;
  readonly status: TransactionStatus;
};

/**
 * Whose a handle is: `own` where this person prepared it, `others` where somebody else did, `unclaimed` where nobody
 * is known to have. Only one's own can be reached by its id; an unclaimed one also by an equal request.
 */
export type Access = (handleId: string) => 'own' | 'others' | 'unclaimed';

/** The desk as one person may use it. Of other people's handles it gives nothing away, not even that they exist. */
export type PersonalDesk = {
  readonly network: Network;
  /**
   * Gives the living offer of the request's handle, or one that was built and compared anew when too little life is
   * left. Everything in the request is checked here, so an adapter may hand on what a person or model wrote.
   * @param request a request of the action, or `{ id }` of a handle to prepare its request again
   * @throws CountersignError INPUT_INVALID with every problem of the request; PREPARED_BY_ANOTHER for a request that
   *   somebody else made; TRANSACTION_MISMATCH where what was built is not what was asked for; and those of `submit`
   */
  prepare<Name extends ActionName>(
    action: Name,
    request: PrepareInput<Name>,
    options?: CallOptions,
  ): Promise<Prepared<Name>>;
  /**
   * `input`: `{ signedXdr, id? }`; or `{ id }` alone, once the signing page has delivered a signature: then what
   * became of it, sent again where that is unknown. Anybody may send a signed transaction that they hold; of one that
   * somebody else prepared they are told its outcome, hash and escrow address alone.
   */
  submit(input: unknown, options?: CallOptions): Promise<Settlement>;
  /** What is known about a handle or a transaction hash. Asks Stellar RPC about an unknown outcome where there is one; never the service. */
  status(reference: string, options?: CallOptions): Promise<TransactionStatus>;
  /** As `status`, but answers only when it is settled, rejected or discarded, or after `timeoutMs` (30 s at most). */
  waitFor(reference: string, timeoutMs: number, options?: CallOptions): Promise<TransactionStatus>;
  /** `status` or `waitFor` by what a person or model wrote: `{ id? , transactionHash?, waitSeconds? }`, one of the first two. */
  lookUp(input: unknown, options?: CallOptions): Promise<TransactionStatus>;
  /** Forgets a handle that was never sent. @throws OUTCOME_UNKNOWN, ALREADY_SETTLED, HANDLE_NOT_FOUND */
  discard(id: string): Promise<void>;
  /**
   * The person's explicit word that an unknown transaction did not settle, once its time bound has passed and no
   * Stellar RPC can tell. Frees the request to be prepared again. @throws OUTCOME_UNKNOWN while it is too early
   */
  declareFailed(id: string): Promise<TransactionStatus>;
  /** `input`: `{ signer?, addresses }`. `asOf` is the time of the oldest answer in it. */
  balances(input: unknown, options?: CallOptions): Promise<Balances>;
};

/** The whole desk: every handle can be reached. */
export type Desk = PersonalDesk & {
  /** The same desk for a person who may reach some handles only. */
  for(access: Access): PersonalDesk;
  /** Everything a signing page shows; costs no call to anybody. @throws HANDLE_NOT_FOUND */
  signingView(pageId: string): Promise<SigningView>;
  /** The most requests to the service that a read of so many balances takes, retries aside. */
  mostBalanceRequests(addresses: number): number;
  /** What the client of the service has done and has before it: numbers for logs, a doctor and whoever shares the quota. */
  metrics(): ServiceMetrics;
  close(): Promise<void>;
};
