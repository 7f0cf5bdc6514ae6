/** Built and sent by the escrow service where it can; else as without a service, which is then informed. */
import { expectedOf, FUND_ESCROW } from '../../actions/fund/call.ts';
import { formOf } from '../../actions/registry.ts';
import { type EscrowState, escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepOrder } from '../../actions/steps/form.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { assetOf, knownToken, type Network, releasesOf } from '../../escrow/network.ts';
import { STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import { calledFunction } from '../../kinds/read-deploy.ts';
import type { EscrowService } from '../../service/escrow-service.ts';
import type { Carrier, Carriers } from '../model/carrier.ts';
import { feeAddressUnknown } from './direct-carriers.ts';

/** @param direct what carries without the service; absent where there is no ledger: then only deploys are possible */
export function serviceCarriers(
  service: EscrowService,
  network: Network,
  direct: Required<Carriers> | undefined,
): Carriers {
  const deploy = deployCarrier(service, network);
  // The terms of the escrow to pay are read from the ledger.
  if (direct === undefined) return { deploy };
  const steps = STEP_NAMES.map((name) => [name, stepCarrier(name, service, network, direct[name])]);
  const { trust } = direct;
  return { deploy, trust, fund: fundCarrier(service, network, direct.fund), ...Object.fromEntries(steps) };
}

function stepCarrier(
  name: StepName,
  service: EscrowService,
  network: Network,
  direct: Carrier<StepName>,
): Carrier<StepName> {
  const { steps } = service;
  // A service sends only what it built.
  if (steps === undefined || !isBuiltByService(name, network, service)) {
    return { ...direct, send: telling(service, network, direct.send) };
  }
  return {
    builder: () => 'service',
    build: async (actionRequest, { network: asking, ...options }) => {
      const request: StepRequest = actionRequest;
      const state = escrowStateOf(request, (await asking) ?? network);
      if (state === undefined) throw feeAddressUnknown(network);
      return (await steps.build(stepOrder(name, request, state), options)).unsignedTransaction;
    },
    send: (signedXdr, options) => service.sendTransaction(signedXdr, options),
  };
}

type Send = Carrier<'deploy'>['send'];

/** Tells the service afterwards what the ledger has, where it has a call for that. */
function telling({ reindex }: Pick<EscrowService, 'reindex'>, { passphrase }: Network, send: Send): Send {
  return async (signedXdr, options) => {
    const outcome = await send(signedXdr, options);
    await reindex?.(readTransaction(signedXdr, passphrase).hashHex, options).catch(() => {});
    return outcome;
  };
}

/** The same for a service that may not answer: no call waits for it. */
export function reportToService(
  { reindex }: Pick<EscrowService, 'reindex'>,
  { passphrase }: Network,
  send: Send,
): Send {
  return async (signedXdr, options) => {
    const outcome = await send(signedXdr, options);
    if (outcome.kind === 'accepted') void reindex?.(readTransaction(signedXdr, passphrase).hashHex).catch(() => {});
    return outcome;
  };
}

/** The order by which the escrow service builds a step, and whether it can build it. */
function stepOrder(name: StepName, request: StepRequest, state: EscrowState): StepOrder {
  const { escrow, signer, milestone, distributions } = request;
  const { release } = state.kind;
  return {
    ...{ act: name, escrow, signer, release },
    ...(milestone === undefined ? {} : { index: milestone - 1 }),
    ...(distributions === undefined ? {} : { distributions }),
    ...formOf(name).ordered?.(request, state),
  };
}

/** Whether the service builds this step for every kind of escrow that it makes: a signed step names no kind. */
export function isBuiltByService(name: StepName, network: Network, { steps }: Pick<EscrowService, 'steps'>): boolean {
  return steps !== undefined && releasesOf(network).every((release) => steps.builds(name, release));
}

/** The escrow service builds the transaction and sends what was signed. */
function deployCarrier(service: EscrowService, network: Network): Carrier<'deploy'> {
  return {
    builder: () => 'service',
    build: async (request, { network: networkNow, round: _, ...options }) => {
      const token = request.trustline.address;
      const needsLedger = network.namesTokensByAsset === true && knownToken(network, token) === undefined;
      const asset = needsLedger ? assetOf((await networkNow) ?? network, token) : undefined;
      const withAsset = asset === undefined ? {} : { asset };
      return (await service.deploy(request, { ...options, ...withAsset })).unsignedTransaction;
    },
    send: (signedXdr, options) => service.sendTransaction(signedXdr, options),
  };
}

/** A plain transfer needs no service; the call of the escrow's contract is built by the service where it can. */
function fundCarrier(service: EscrowService, network: Network, direct: Carrier<'fund'>): Carrier<'fund'> {
  const send = telling(service, network, direct.send);
  const { fund } = service;
  return {
    builder: (request) => (fund === undefined || expectedOf(request) === undefined ? 'rpc' : 'service'),
    build: async (request, options) => {
      const expected = expectedOf(request);
      if (expected === undefined || fund === undefined) return await direct.build(request, options);
      const { escrow, signer, amount } = request;
      const { network: _, round: __, ...call } = options;
      return (await fund({ escrow, signer, amount, release: expected.kind.release }, call)).unsignedTransaction;
    },
    send: async (signedXdr, options) => {
      // A service sends only what it built.
      const isOfService =
        fund !== undefined && calledFunction(readTransaction(signedXdr, network.passphrase)) === FUND_ESCROW;
      return await (isOfService ? service.sendTransaction(signedXdr, options) : send(signedXdr, options));
    },
  };
}
