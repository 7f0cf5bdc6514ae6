/**
 * A step of an escrow's life: built by the service where it can, which then sends what it built, and by Stellar RPC
 * elsewhere.
 */
import { expectedOf, FUND_ESCROW, fundingCall } from '../../actions/fund/call.ts';
import type { FundRequest } from '../../actions/fund/request.ts';
import { formOf, stepOf } from '../../actions/registry.ts';
import { type EscrowState, escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepOrder } from '../../actions/steps/form.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { stepCall } from '../../actions/steps/step-call.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import { assetOf, knownToken, type Network, releasesOf } from '../../escrow/network.ts';
import { STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import { errorName } from '../../kinds/error-names.ts';
import { calledFunction } from '../../kinds/read-deploy.ts';
import type { Built, Ledger } from '../../ledger/ledger.ts';
import type { EscrowService } from '../../service/escrow-service.ts';
import type { Carrier } from './carrier.ts';
import { sendByRpc } from './trust-carrier.ts';

/** As long as a person needs to read and sign. */
const LIFE_SECONDS = 120;

type StepService = Pick<EscrowService, 'steps' | 'reindex' | 'sendTransaction'>;

export function stepCarriers(
  service: StepService,
  ledger: Ledger,
  network: Network,
  now: () => number,
): { readonly [Name in StepName]: Carrier<Name> } {
  const all = STEP_NAMES.map((name) => [name, stepCarrier(name, service, ledger, network, now)]);
  return Object.fromEntries(all) as { readonly [Name in StepName]: Carrier<Name> };
}

function stepCarrier<Name extends StepName>(
  name: Name,
  service: StepService,
  ledger: Ledger,
  network: Network,
  now: () => number,
): Carrier<Name> {
  const step = stepOf(name);
  return {
    build: async (asked, { network: asking, ...options }) => {
      const request: StepRequest = asked;
      const standing = escrowStateOf(request, (await asking) ?? network);
      if (standing !== undefined && service.steps !== undefined && isBuiltByService(name, network, service)) {
        return (await service.steps.build(stepOrder(name, request, standing), options)).unsignedTransaction;
      }
      const call = standing && stepCall(step, standing, request);
      if (call === undefined) throw notKnown(network);
      const { signal } = options;
      const seconds = Math.floor(now() / 1_000);
      const built = await ledger.buildCall(
        request.signer,
        call,
        { now: seconds, validUntil: seconds + LIFE_SECONDS },
        signal,
      );
      if (built.kind === 'built') return built.unsignedXdr;
      if (signal?.aborted) throw new CountersignError('CANCELLED');
      throw notBuilt(built, request.signer, network, refusedStep(request.code));
    },
    send: async (signedXdr, options) => {
      // A service sends only what it built.
      if (isBuiltByService(name, network, service)) return await service.sendTransaction(signedXdr, options);
      const outcome = await sendByRpc(ledger, signedXdr, options);
      await service.reindex?.(readTransaction(signedXdr, network.passphrase).hashHex, options).catch(() => {});
      return outcome;
    },
  };
}

const notKnown = (network: Network): CountersignError =>
  new CountersignError('INPUT_INVALID', {
    message: `Who gets the service’s fee on ${network.name} is not known here, so this call cannot be built.`,
    remedy: 'Ask the person who runs Countersign to set the service’s fee address.',
    operatorRemedy: 'Set feeAddress in ESCROW_PINS, as the service’s owner says it.',
  });

const refusedStep =
  (code: string) =>
  ({ contractError, detail }: Extract<Built, { kind: 'would-fail' }>): CountersignError => {
    const name = contractError === undefined ? undefined : errorName(code, contractError);
    const why = name === undefined ? '' : ` The contract calls the error ${name}.`;
    return new CountersignError('SERVICE_REFUSED', {
      message: `The network refused this step in a trial run.${why}`,
      detail,
    });
  };

/** The order by which the escrow service builds a step, and whether it can build it. */
function stepOrder(name: StepName, request: StepRequest, standing: EscrowState): StepOrder {
  const { escrow, signer, milestone, distributions } = request;
  const { release } = standing.kind;
  return {
    ...{ act: name, escrow, signer, release },
    ...(milestone === undefined ? {} : { index: milestone - 1 }),
    ...(distributions === undefined ? {} : { distributions }),
    ...formOf(name).ordered?.(request, standing),
  };
}

/** Whether the service builds this step for every kind of escrow that it makes: a signed step names no kind. */
export function isBuiltByService(name: StepName, network: Network, { steps }: Pick<EscrowService, 'steps'>): boolean {
  return steps !== undefined && releasesOf(network).every((release) => steps.builds(name, release));
}

/** The escrow service builds the transaction and sends what was signed. */
export function serviceCarrier(service: EscrowService, network: Network): Carrier<'deploy'> {
  return {
    build: async (request, { network: asked, ...options }) => {
      const token = request.trustline.address;
      const needsLedger = network.namesTokensByAsset === true && knownToken(network, token) === undefined;
      const asset = needsLedger ? assetOf((await asked) ?? network, token) : undefined;
      const said = asset === undefined ? {} : { asset };
      return (await service.deploy(request, { ...options, ...said })).unsignedTransaction;
    },
    send: (signedXdr, options) => service.sendTransaction(signedXdr, options),
  };
}

/**
 * A payment into an escrow. A plain transfer needs no service; the call of the escrow's contract is built by the service
 * where it can, which then sends what it built, and by Stellar RPC elsewhere.
 */
export function fundCarrier(
  service: Pick<EscrowService, 'fund' | 'reindex' | 'sendTransaction'>,
  ledger: Ledger,
  network: Network,
  now: () => number,
): Carrier<'fund'> {
  return {
    build: async (request, options) => {
      const expected = expectedOf(request);
      if (expected !== undefined && service.fund !== undefined) {
        const { escrow, signer, amount } = request;
        const asked = { escrow, signer, amount, release: expected.kind.release };
        return (await service.fund(asked, options)).unsignedTransaction;
      }
      const { signal } = options;
      const seconds = Math.floor(now() / 1_000);
      const time = { now: seconds, validUntil: seconds + LIFE_SECONDS };
      const built = await ledger.buildCall(request.signer, fundingCall(request, network), time, signal);
      if (built.kind === 'built') return built.unsignedXdr;
      if (signal?.aborted) throw new CountersignError('CANCELLED');
      throw notBuilt(built, request.signer, network, refusedPayment(request, network));
    },
    send: async (signedXdr, options) => {
      const read = readTransaction(signedXdr, network.passphrase);
      // A service sends only what it built.
      if (service.fund !== undefined && calledFunction(read) === FUND_ESCROW) {
        return await service.sendTransaction(signedXdr, options);
      }
      const outcome = await sendByRpc(ledger, signedXdr, options);
      await service.reindex?.(read.hashHex, options).catch(() => {});
      return outcome;
    },
  };
}

const refusedPayment =
  ({ trustline, way }: FundRequest, network: Network) =>
  ({ contractError = -1, detail }: Extract<Built, { kind: 'would-fail' }>): CountersignError =>
    new CountersignError('SERVICE_REFUSED', {
      message: 'The network refused this payment in a trial run.',
      // The escrow's own errors have numbers of the same range.
      ...(way === 'escrow' || knownToken(network, trustline.address) === undefined ? {} : REFUSALS[contractError]),
      detail,
    });

/** The errors of a Stellar asset's contract (CAP-46-6) that a person can do something about. */
const TOO_MUCH = {
  message: 'The payer holds less than this amount, or the escrow may not hold that much more.',
  remedy: 'Pay less, or pay from another account.',
};
const REFUSALS: Readonly<Record<number, { readonly message: string; readonly remedy: string }>> = {
  10: TOO_MUCH,
  // More than any account can hold.
  12: TOO_MUCH,
  13: {
    message: 'The payer has no trustline for this token.',
    remedy: 'Add the trustline in the wallet, or pay from an account that holds the token.',
  },
};

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
