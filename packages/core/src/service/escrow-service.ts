/** The escrow service's operations, as the desk uses them. Each dialect has paths and bodies of its own. */

import type { CountersignError } from '../errors/errors.ts';
import type { DeployRequest } from '../escrow/index.ts';
import type { Asset, Release } from '../escrow/network.ts';
import type { RoleName } from '../escrow/roles.ts';
import type { ServiceMetrics } from './metrics.ts';

export type ServiceCallOptions = {
  /** Ends waiting for the quota and the HTTP request itself; the call then throws CANCELLED. */
  readonly signal?: AbortSignal;
  /** When the caller gives up, in epoch milliseconds; default 45 s from now. */
  readonly deadline?: number;
  /** Told of each request that is made for this call, with its share of it: a half where two calls share a request. */
  readonly onRequest?: (share: number) => void;
  /** Names the call in the log's line of each request that is made for it. */
  readonly callId?: string;
};

type DeployOptions = ServiceCallOptions & {
  /** Of the request's token, as the ledger said it; only for a token that is not known by constants. */
  readonly asset?: Asset;
  /** Above 0: one more escrow with the same terms, which a person has confirmed. Only our own service knows it. */
  readonly another?: number;
};

type CallOptions = ServiceCallOptions & {
  /** Told when a part of the addresses has been read. */
  readonly onProgress?: (done: number, total: number) => void;
};

export type EscrowService = {
  /**
   * POST /deployer/{release}-release. Executes nothing, so it may be tried again; the same request (and `another`)
   * made again while it is asked gets the same answer. INPUT_INVALID, before anything is asked, names what this service
   * cannot make.
   */
  deploy(request: DeployRequest, options?: DeployOptions): Promise<{ readonly unsignedTransaction: string }>;
  /**
   * POST /helper/send-transaction, once. Throws only where the service certainly did not send it on (then it is
   * safe to call again); everything doubtful is `unknown`.
   */
  sendTransaction(signedXdr: string, options?: ServiceCallOptions): Promise<SendOutcome>;
  /**
   * At most 20 addresses a request; addresses that several ask for at once go together, and each is asked for once.
   * One entry for each address, in the order asked; what could not be read carries a reason instead. Throws if nothing
   * could be read.
   */
  getBalances(
    query: { readonly signer: string; readonly addresses: readonly string[] },
    options?: CallOptions,
  ): Promise<BalancesRead>;
  /** The escrow's balance may have changed: a read that began before is not given to anyone who asks after this. */
  balancesChanged(address: string): void;
  /** The most requests that a read of so many addresses takes, retries aside, even if some of them spoil it. */
  mostBalanceRequests(addresses: number): number;
  /**
   * POST /escrow/{release}-release/fund-escrow: the call of `fund_escrow`, built. Executes nothing, so it may be tried
   * again. Absent where the service cannot.
   */
  readonly fund?: (order: FundOrder, options?: ServiceCallOptions) => Promise<{ readonly unsignedTransaction: string }>;
  /** The later steps of an escrow's life. Absent where the service builds none. */
  readonly steps?: {
    /** Whether it builds this one at all. */
    builds(act: StepOrder['act'], release: Release): boolean;
    /** The contract call, built. Executes nothing, so it may be tried again. */
    build(order: StepOrder, options?: ServiceCallOptions): Promise<{ readonly unsignedTransaction: string }>;
  };
  /**
   * Tells the service of a transaction that the ledger has and it lacks. Absent where it cannot be told.
   * @param hash lower-case hex
   */
  readonly reindex?: (hash: string, options?: ServiceCallOptions) => Promise<void>;
  /**
   * What the service keeps of escrows: its word, not the ledger's. A list by signer or role may be its first page
   * alone. Absent where it has none.
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

/** Amounts in token units, canonical; `index` of the milestone, from 0, where it is about one. */
export type StepOrder = {
  /** C… */
  readonly escrow: string;
  readonly signer: string;
  readonly release: Release;
} & (
  | { readonly act: 'change-status'; readonly index: number; readonly status: string; readonly evidence?: string }
  | { readonly act: 'approve'; readonly index: number }
  | { readonly act: 'release' | 'dispute'; readonly index?: number }
  | { readonly act: 'resolve'; readonly index?: number; readonly distributions: readonly Share[] }
  | { readonly act: 'withdraw'; readonly distributions: readonly Share[] }
  | { readonly act: 'update'; readonly terms: StepTerms }
  | { readonly act: 'extend'; readonly ledgers: number }
);

type Share = { readonly address: string; readonly amount: string };

/** The whole escrow as it is to stand afterwards. */
export type StepTerms = {
  readonly engagementId: string;
  readonly title: string;
  readonly description: string;
  /** Percent, canonical. */
  readonly platformFee: string;
  /** The receiver is absent where each milestone names its own. */
  readonly roles: Readonly<Partial<Record<RoleName, string>>>;
  /** The one amount of a single release. */
  readonly amount?: string;
  readonly milestones: readonly {
    readonly description: string;
    readonly amount?: string;
    readonly receiver?: string;
    readonly status: string;
    readonly evidence: string;
    readonly flags: Readonly<Partial<Record<'approved' | 'disputed' | 'released' | 'resolved', boolean>>>;
  }[];
  /** The token's contract, C…; its asset where the ledger said it. */
  readonly token: string;
  readonly asset?: Asset;
  readonly receiverMemo?: string;
};

export type RowsQuery =
  | { readonly contractIds: readonly string[] }
  | { readonly signer: string }
  | { readonly role: RoleName; readonly address: string };

/** As far as it says so: unverified and uncleaned. */
export type ServiceRow = {
  readonly contractId: string;
  readonly title?: string;
  readonly engagementId?: string;
  readonly release?: Release;
};

/** Why it is not known what became of it; the error of whoever sent it on, where there was one. */
export type Unclear =
  | 'unclear-answer'
  | 'rpc-refused'
  | 'rpc-silent'
  | Pick<CountersignError, 'code' | 'message' | 'remedy'>;

/** What the one who sent it says. `detail` is what the service said, cleaned and cut: data, to be labelled. */
export type SendOutcome =
  /** 2xx with `status: "SUCCESS"`. `contractId` and `escrow` as the service said them, unverified and uncleaned. */
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
      /** What the operator may do about it. */
      readonly problem?: CountersignError;
    };

export type BalancesRead = {
  /** When the oldest answer was asked for, in epoch milliseconds: every balance is as of then or later. */
  readonly asOf: number;
  readonly entries: readonly BalanceEntry[];
};

/** `balance` in token units, exact. */
export type BalanceEntry =
  | { readonly address: string; readonly balance: string }
  | { readonly address: string; readonly error: string };
