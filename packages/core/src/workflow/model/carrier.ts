/** Builds and sends a transaction. Not trusted: what it built is compared with the request before signing. */
import type { ActionName, RequestOf } from '../../actions/action.ts';
import type { Network } from '../../escrow/network.ts';
import type { SendOutcome, ServiceCallOptions } from '../../service/escrow-service.ts';

export type BuildOptions = ServiceCallOptions & {
  readonly network?: Promise<Network>;
  /** How many equal requests the person confirmed before this one; default: 0. */
  readonly round?: number;
};

export type Carrier<Name extends ActionName> = {
  builder(request: RequestOf<Name>): 'service' | 'rpc';
  /**
   * Building has no effect on the ledger, so it may be retried.
   * @param options.network with the request's token as the ledger describes it, once it was asked
   * @returns the unsigned transaction, as XDR in base64
   * @throws CountersignError where it could not be built
   */
  build(request: RequestOf<Name>, options: BuildOptions): Promise<string>;
  /** Throws only if the transaction was certainly not sent; every doubtful case is `unknown`. */
  send(signedXdr: string, options: ServiceCallOptions): Promise<SendOutcome>;
};

/** How long a transaction that is built here can be included: time to read roles, fees and warnings, and to sign. */
export const LIFE_SECONDS = 300;

/** The carrier of each action; an action without one is not available here. */
export type Carriers = { readonly [Name in ActionName]?: Carrier<Name> };
