/** What the calls of a desk take. */
import type { ActionName, ActionTypes } from '../../actions/action.ts';
import type { TransactionStatus } from './results.ts';

export type CallOptions = {
  /** Ends waiting and the HTTP request; the call then throws CANCELLED. */
  readonly signal?: AbortSignal;
  /** Called when a part of a longer call is done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called for each request to the service, with this call's share of it: 0.5 where two calls share the request. */
  readonly onRequest?: (share: number) => void;
  /** Called where a request waits longer than a second for the service's quota, with how long, in milliseconds. */
  readonly onWait?: (ms: number) => void;
  /** The call's id in the log, also in the lines of its requests to the service; default: a new one. */
  readonly callId?: string;
  /** When the call began, on the clock of `performance`; default: now. It may take 45 s from then. */
  readonly begun?: number;
  /** Whatever the host sent along with the input: only scanned for secrets. */
  readonly alsoScanned?: Readonly<Record<string, unknown>>;
};

export type SignalOptions = Pick<CallOptions, 'signal'>;

/** What a caller shows of a request or transaction. */
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

/** The input of `prepare`: a request as written, or `{ id }` to prepare a request's request again. */
export type PrepareInput<Name extends ActionName> = ActionTypes[Name]['input'] | { readonly id: string };
