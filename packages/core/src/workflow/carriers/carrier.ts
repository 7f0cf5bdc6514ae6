/**
 * The seam behind which a transaction is built and sent: by the escrow service, or by Stellar RPC. A carrier is not
 * trusted: what it built is compared with the request before anybody signs it.
 */
import type { ActionName, RequestOf } from '../../actions/action.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import type { Built } from '../../ledger/ledger.ts';
import type { SendOutcome, ServiceCallOptions } from '../../service/escrow-service.ts';
import type { DeskContext } from '../context.ts';

export type BuildOptions = ServiceCallOptions & {
  readonly network?: Promise<Network>;
};

export type Carrier<Name extends ActionName> = {
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

/** The carrier of each action; an action without one is not available here. */
export type Carriers = { readonly [Name in ActionName]?: Carrier<Name> };

/** @throws CountersignError INPUT_INVALID where this action has no carrier here */
export function requireCarrier<Name extends ActionName>(
  { carriers, network }: Pick<DeskContext, 'carriers' | 'network'>,
  name: Name,
): Carrier<Name> {
  const carrier = carriers[name] as Carrier<Name> | undefined;
  if (carrier !== undefined) return carrier;
  throw new CountersignError('INPUT_INVALID', {
    message: `Countersign cannot prepare or send this on ${network.name} yet.`,
    remedy: 'Do it with the wallet itself.',
  });
}

type WouldFail = Extract<Built, { kind: 'would-fail' }>;

/** @param wouldFail what a failed simulation means for this action */
export function notBuilt(
  built: Exclude<Built, { kind: 'built' }>,
  signer: string,
  network: Network,
  wouldFail: (refusal: WouldFail) => CountersignError,
): CountersignError {
  switch (built.kind) {
    case 'no-account':
      return new CountersignError('SIGNER_NOT_FOUND', {
        message: `The account ${signer} does not exist on ${network.name}.`,
      });
    case 'no-answer':
      return new CountersignError('SERVICE_UNREACHABLE', {
        message: 'Stellar RPC could not be reached. Nothing was sent.',
        remedy: 'Ask again in a minute.',
      });
    case 'would-fail':
      return wouldFail(built);
  }
}
