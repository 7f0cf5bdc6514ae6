/** The HTTP interface of one generation of the escrow service. `every-request.test.ts` and `every-reply.test.ts` record each. */
import type { CountersignError, UnreadBalance } from '../../errors/errors.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import type { Asset, Release } from '../../escrow/network.ts';
import type { BalanceEntry, FundOrder, RowsQuery, SendOutcome, ServiceRow, StepOrder } from '../escrow-service.ts';
import type { Exchange, Reply, WireRequest } from '../http/http.ts';

/** The operator's credentials. Each dialect decides which one goes with which request, and in which header. */
export type Credentials = {
  /** The bearer token of deploys and sends, where the dialect has one. */
  readonly accessToken?: string | undefined;
  /** `x-api-key` of balance reads, or of everything. */
  readonly apiKey: string;
};

export type Dialect = {
  readonly credentials: readonly (keyof Credentials)[];
  readonly maxAddresses: number;
  readonly requests: {
    /**
     * @param asset of the request's token by the ledger; see `EscrowService.deploy`
     * @throws CountersignError INPUT_INVALID with everything that this service does not support
     */
    deploy(request: DeployRequest, credentials: Credentials, asset?: Asset): WireRequest;
    /** A deploy without content, to test the credential: an accepted one gets a validation error. */
    emptyDeploy(credentials: Credentials): WireRequest;
    send(signedXdr: string, credentials: Credentials): WireRequest;
    balances(signer: string, addresses: readonly string[], credentials: Credentials): WireRequest;
  };
  readonly replies: {
    /** @throws CountersignError for any other reply; SERVICE_REPLY_UNREADABLE names what is missing */
    deploy(reply: Reply, request: DeployRequest): { readonly unsignedTransaction: string };
    /** @throws CountersignError only if the transaction was certainly not sent, so that sending it again is safe */
    send(exchange: Exchange): SendOutcome;
    /** @throws CountersignError that applies to every address */
    balances(reply: Reply, signer: string, addresses: readonly string[]): BalancesReply;
    error(reply: Reply): CountersignError;
    /** Whether the path is unknown: then a different kind of service is at this address. */
    isUnknownPath(reply: Reply): boolean;
  };
  /** Optional operations; absent where this service does not have them. */
  readonly fund?: Question<FundOrder, { readonly unsignedTransaction: string }>;
  readonly steps?: {
    builds(act: StepOrder['act'], release: Release): boolean;
    readonly question: Question<StepOrder, { readonly unsignedTransaction: string }>;
  };
  /** Asked with a transaction's hash in lower-case hex. */
  readonly reindex?: Question<string, void>;
  /** Of contracts, at most `maxAddresses`. */
  readonly rows?: Question<RowsQuery, readonly ServiceRow[]>;
};

/** A request that changes nothing on the ledger, so it may be retried. */
export type Question<Asked, Answer> = {
  request(request: Asked, credentials: Credentials): WireRequest;
  /** @throws CountersignError for any other reply */
  read(reply: Reply, request: Asked): Answer;
};

export type BalancesReply =
  | { readonly kind: 'entries'; readonly entries: readonly BalanceEntry[] }
  /** One address may be the cause; `problem` describes it if only one was requested. */
  | { readonly kind: 'refused'; readonly unread: UnreadBalance };
