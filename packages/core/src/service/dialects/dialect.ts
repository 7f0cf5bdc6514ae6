/**
 * How one generation of the escrow service speaks HTTP: the requests that go out, and what the replies say. The client
 * and the probe know a service by this alone. Every dialect passes `describeDialect` of the testkit.
 */
import type { CountersignError } from '../../errors/errors.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import type { Asset, Release } from '../../escrow/network.ts';
import type { BalanceEntry, FundOrder, RowsQuery, SendOutcome, ServiceRow, StepOrder } from '../escrow-service.ts';
import type { Exchange, Reply, WireRequest } from '../http/http.ts';

/** What the operator was given. Each dialect decides which of them goes with which request, and in which header. */
export type Credentials = {
  readonly accessToken?: string | undefined;
  readonly apiKey: string;
};

/** See `EscrowService.deploy`. */
export type DeployExtras = {
  readonly another?: number;
  readonly asset?: Asset;
};

export type Dialect = {
  /** Those that it cannot do without. */
  readonly credentials: readonly (keyof Credentials)[];
  /** The most addresses that one request may name. */
  readonly maxAddresses: number;
  readonly requests: {
    /** @throws CountersignError INPUT_INVALID with all that this service cannot make */
    deploy(request: DeployRequest, credentials: Credentials, extras?: DeployExtras): WireRequest;
    /** A deploy of nothing: who may deploy is told what is missing, and anybody else that they may not. */
    emptyDeploy(credentials: Credentials): WireRequest;
    send(signedXdr: string, credentials: Credentials): WireRequest;
    balances(signer: string, addresses: readonly string[], credentials: Credentials): WireRequest;
  };
  readonly replies: {
    /** @throws CountersignError whatever the service said instead; SERVICE_REPLY_UNREADABLE names what is missing */
    deploy(reply: Reply, request: DeployRequest): { readonly unsignedTransaction: string };
    /** @throws CountersignError only where the transaction was certainly not sent on, so that sending again is safe */
    send(exchange: Exchange): SendOutcome;
    /** @throws CountersignError that holds for every address */
    balances(reply: Reply, signer: string, addresses: readonly string[]): BalancesReply;
    /** What a reply that is no success tells a person to do. */
    error(reply: Reply): CountersignError;
    /** Whether the service does not know the path of the request: then another service answers at this address. */
    isUnknownPath(reply: Reply): boolean;
  };
  /** What only some services can; absent where this one cannot. */
  readonly fund?: Question<FundOrder, { readonly unsignedTransaction: string }>;
  /** The later steps of an escrow's life. */
  readonly steps?: {
    /** Whether it builds this one at all. */
    builds(act: StepOrder['act'], release: Release): boolean;
    readonly question: Question<StepOrder, { readonly unsignedTransaction: string }>;
  };
  /** Asked with a transaction's hash in lower-case hex. */
  readonly reindex?: Question<string, void>;
  /** Of contracts, at most `maxAddresses`. */
  readonly rows?: Question<RowsQuery, readonly ServiceRow[]>;
};

/** What executes nothing on the ledger, so that it may be asked again. */
export type Question<Asked, Answer> = {
  request(asked: Asked, credentials: Credentials): WireRequest;
  /** @throws CountersignError whatever the service said instead */
  read(reply: Reply, asked: Asked): Answer;
};

export type BalancesReply =
  /** One for each address. */
  | { readonly kind: 'entries'; readonly entries: readonly BalanceEntry[] }
  /** A single address may be the reason; `problem` is what to say of an address that was asked for alone. */
  | { readonly kind: 'refused'; readonly problem: string };
