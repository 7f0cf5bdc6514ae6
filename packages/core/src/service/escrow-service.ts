/** The escrow service's operations, as the desk uses them. Each dialect has its own paths and bodies. */
import type { StepOrder, StepTerms } from '../actions/steps/form.ts';
import type { CountersignError, UnreadBalance } from '../errors/errors.ts';
import type { DeployRequest, RoleName } from '../escrow/index.ts';
import type { Asset, Release } from '../escrow/network.ts';

export type ServiceCallOptions = {
  /** Ends waiting for the quota and the HTTP request itself; the call then throws CANCELLED. */
  readonly signal?: AbortSignal;
  /** When the caller gives up, in epoch milliseconds; default 45 s from now. */
  readonly deadline?: number;
  /** Called for each request made for this call, with the call's share of it: 0.5 where two calls share the request. */
  readonly onRequest?: (share: number) => void;
  /** Called once for each request that waits longer than a second for the quota, with how long, in milliseconds. */
  readonly onWait?: (ms: number) => void;
  readonly callId?: string;
};

type DeployOptions = ServiceCallOptions & {
  /** The asset of the request's token, from the ledger; only for a token that is not among the constants. */
  readonly asset?: Asset;
};

type CallOptions = ServiceCallOptions & {
  /** Called when a part of the addresses has been read. */
  readonly onProgress?: (done: number, total: number) => void;
};

export type EscrowService = {
  /**
   * POST /deployer/{release}-release. Changes nothing on the ledger, so it may be retried; equal requests at
   * the same time share one answer. INPUT_INVALID, before any request, names what this service does not
   * support.
   */
  deploy(request: DeployRequest, options?: DeployOptions): Promise<{ readonly unsignedTransaction: string }>;
  /**
   * POST /helper/send-transaction, once. Throws only if the service certainly did not send it (then it is safe to call
   * again); every doubtful case is `unknown`.
   */
  sendTransaction(signedXdr: string, options?: ServiceCallOptions): Promise<SendOutcome>;
  /**
   * At most 20 addresses a request; concurrent callers share requests, and each address is requested once.
   * One entry for each address, in the order asked; what could not be read carries a reason instead. Throws if nothing
   * could be read.
   */
  getBalances(
    query: { readonly signer: string; readonly addresses: readonly string[] },
    options?: CallOptions,
  ): Promise<BalancesRead>;
  /** The escrow's balance may have changed: callers after this get no answer of a read that began before. */
  balancesChanged(address: string): void;
  /** The most requests that reading so many addresses takes, without retries, even if some make requests fail. */
  mostBalanceRequests(addresses: number): number;
  /** POST /escrow/{release}-release/fund-escrow: builds the call of `fund_escrow`. Absent where the service cannot. */
  readonly fund?: (order: FundOrder, options?: ServiceCallOptions) => Promise<{ readonly unsignedTransaction: string }>;
  /** The later steps of an escrow's life. Absent where the service builds none. */
  readonly steps?: {
    builds(act: StepOrder['act'], release: Release): boolean;
    /** Builds the contract call. Changes nothing on the ledger, so it may be retried. */
    build(order: StepOrder, options?: ServiceCallOptions): Promise<{ readonly unsignedTransaction: string }>;
  };
  /**
   * Tells the service about a transaction on the ledger that it lacks. Absent where it has no such operation.
   * @param hash lower-case hex
   */
  readonly reindex?: (hash: string, options?: ServiceCallOptions) => Promise<void>;
  /**
   * The service's own rows of escrows, not verified by the ledger. A list by signer or role may be only its first page.
   * Absent where it has none.
   */
  readonly rows?: (query: RowsQuery, options?: ServiceCallOptions) => Promise<readonly ServiceRow[]>;
  metrics(): ServiceMetrics;
};

export type FundOrder = {
  /** C… */
  readonly escrow: string;
  readonly signer: string;
  /** In token units, canonical. */
  readonly amount: string;
  readonly release: Release;
};

export type { StepOrder, StepTerms };

export type RowsQuery =
  | { readonly contractIds: readonly string[] }
  | { readonly signer: string }
  | { readonly role: RoleName; readonly address: string };

/** The service's own fields, unverified and uncleaned. */
export type ServiceRow = {
  readonly contractId: string;
  readonly title?: string;
  readonly engagementId?: string;
  readonly release?: Release;
};

/** Why the outcome is unknown; with the carrier's error, if there was one. */
export type Unclear =
  | 'unclear-answer'
  | 'rpc-refused'
  | 'rpc-silent'
  | Pick<CountersignError, 'code' | 'message' | 'remedy'>;

/** What the carrier says. `detail` has the service's words, cleaned and cut: data, to be labelled. */
export type SendOutcome =
  /** 2xx with `status: "SUCCESS"`. `contractId` and `escrow` as the service sent them, unverified and uncleaned. */
  | {
      readonly kind: 'accepted';
      readonly detail?: string;
      readonly contractId?: string;
      readonly escrow?: Readonly<Record<string, unknown>>;
    }
  /** Anything else: it may or may not have reached the ledger. */
  | {
      readonly kind: 'unknown';
      readonly because: Unclear;
      readonly detail?: string;
      readonly problem?: CountersignError;
    };

export type BalancesRead = {
  /** When the oldest answer was requested, in epoch milliseconds: no balance is older. */
  readonly asOf: number;
  readonly entries: readonly BalanceEntry[];
};

/** `balance` in token units, exact. */
export type BalanceEntry =
  | { readonly address: string; readonly balance: string }
  | { readonly address: string; readonly unread: UnreadBalance };

/** Requests that were begun, including retries. */
export type RequestCounts = Record<'send' | 'deploy' | 'fund' | 'steps' | 'balances' | 'rows' | 'reindex', number>;

/** Figures of the client: only numbers, nothing of any request. */
export type ServiceMetrics = Readonly<{
  /** Requests that may be made in any 60 s. */
  quota: number;
  /** How many of them could start right now, unless paused. */
  tokensLeft: number;
  /** How long requests are paused after a 429; 0 if they are not. */
  pausedForMs: number;
  /** Requests that wait for the quota. */
  waiting: number;
  /** Callers who were refused because they could not start before their deadline. */
  refusals: number;
  requests: Readonly<RequestCounts>;
  tooManyRequests: number;
  /** Epoch milliseconds of the last reply that was not a failure of the service; absent before the first. */
  lastAnswerAt: number | undefined;
  /** Since when requests have got no such reply; absent while the service answers. */
  unansweredSince: number | undefined;
}>;

export function metricsLine({ quota, tokensLeft, requests, refusals, tooManyRequests }: ServiceMetrics): string {
  const { send, deploy, fund, steps, balances, rows, reindex } = requests;
  return (
    `Requests: ${send} sends, ${deploy} deploys, ${fund} payments, ${steps} steps, ${balances} balance reads, ${rows + reindex} others; ${tokensLeft} of ${quota} left for now. ` +
    `Refused for the quota: ${refusals} here, ${tooManyRequests} by the service.`
  );
}
