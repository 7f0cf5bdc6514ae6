/**
 * The seam behind which a transaction is built and sent: by the escrow service, or by Stellar RPC. A carrier is
 * believed in nothing: what it built is compared with the request before anybody signs it.
 */
import type { ActionName, RequestOf } from '../../actions/action.ts';
import type { Network } from '../../escrow/network.ts';
import type { SendOutcome, ServiceCallOptions } from '../../service/escrow-service.ts';

export type BuildOptions = ServiceCallOptions & {
  readonly another?: number;
  readonly network?: Promise<Network>;
};

export type Carrier<Name extends ActionName> = {
  /**
   * Executes nothing, so it may be tried again.
   * @param options.another how many equal ones were confirmed before it
   * @param options.network with what the ledger says of the request's token, once it has said it
   * @returns the unsigned transaction, as XDR in base64
   * @throws CountersignError where it could not be built
   */
  build(request: RequestOf<Name>, options: BuildOptions): Promise<string>;
  /** Throws only where the transaction was certainly not sent on; everything doubtful is `unknown`. */
  send(signedXdr: string, options: ServiceCallOptions): Promise<SendOutcome>;
};

/** Who carries each action; one that is not carried cannot be asked for here. */
export type Carriers = { readonly [Name in ActionName]?: Carrier<Name> };
