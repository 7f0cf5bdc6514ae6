/** Steps of an escrow's life as an honest carrier builds them. */
import { actionOf } from '@countersign/core/internal/actions/actions';
import { type StepRequests, stepOf } from '@countersign/core/internal/actions/registry';
import { type EscrowState, escrowStateOf } from '@countersign/core/internal/actions/steps/escrow-state';
import { stepCall } from '@countersign/core/internal/actions/steps/step-call';
import { STEP_NAMES, type StepName } from '@countersign/core/internal/escrow/steps';
import { NETWORKS, type Network } from '@countersign/core/network';
import { Address, Asset, Keypair, xdr } from '@stellar/stellar-sdk/base';
import {
  buildDeploy,
  codeOf as codeOfHash,
  type DeployParts,
  dataOf,
  request as deployRequest,
  entry,
  instanceOf,
  sandbox,
} from '../fixtures/deploy-fixture.ts';
import { LIVE } from '../fixtures/live-transactions.ts';
import {
  codeOf,
  networkOf,
  PEOPLE,
  STEP_KIND_NAMES,
  type StepKind,
  type StepSetup,
  scenesOf,
  stepInput,
} from '../fixtures/step-fixture.ts';
import { decodeTree } from './rust-codec.ts';
import type { Valid } from './valid-deploys.ts';

export type ValidStep<Name extends StepName = StepName> = Valid<Name> & {
  readonly kind: StepKind;
  /** Everybody who gets something, as the scene was written; no one where nothing is paid. */
  readonly paid: readonly string[];
};

/** Public with every pin that somebody might set there. */
const PUBLIC: Network = {
  ...NETWORKS.public,
  dialect: 'v1',
  feeAddress: LIVE.feeAddress as string,
  wasmHash: LIVE.wasmHash as string,
  single: { wasmHash: LIVE.single?.wasmHash as string },
};

/** Every step of every kind; and those that public's contracts take in a shape of their own. */
export const validSteps = (): ValidStep[] => [
  ...STEP_KIND_NAMES.flatMap((kind) => STEP_NAMES.map((step) => validStep(step, kind))),
  ...(['release', 'resolve', 'withdraw', 'change-status'] as const).map((step) =>
    validStep(step, 'live-multi', PUBLIC),
  ),
  ...(['release', 'resolve', 'withdraw'] as const).map((step) => validStep(step, 'live-single', PUBLIC)),
];

export function validStep<Name extends StepName>(
  step: Name,
  kind: StepKind,
  network: Network = networkOf(kind),
  changes: Record<string, unknown> = {},
): ValidStep<Name> {
  const scene = onNetwork(scenesOf(kind)[step] as StepSetup, network);
  const input = stepInput(kind, step, { code: codeOf(kind, network), ...changes }, scene);
  const request = actionOf(step).parse(input, network) as StepRequests[Name];
  const base64 = buildStep(step, request, network);
  return {
    name: `${step} of ${kind} on ${network.name}`,
    action: step,
    kind,
    network,
    request,
    level: 'verified',
    paid: paidBy(step, network, request),
    base64,
    tree: decodeTree(base64),
  } as ValidStep<Name>;
}

function onNetwork(scene: StepSetup, network: Network): StepSetup {
  const address = network.tokens[0]?.address as string;
  return { ...scene, escrow: { ...scene.escrow, trustline: { ...scene.escrow.trustline, address } } };
}

function paidBy(step: StepName, network: Network, request: StepRequests[StepName]): string[] {
  const fees = [network.feeAddress as string, PEOPLE.platformAddress];
  if (step === 'release') return [...fees, PEOPLE.receiver];
  return 'distributions' in request ? [...fees, ...request.distributions.map(({ address }) => address)] : [];
}

function standing<Name extends StepName>(request: StepRequests[Name], network: Network): EscrowState {
  const found = escrowStateOf(request, network);
  if (found === undefined) throw new Error('the fixture’s escrow is of a known kind');
  return found;
}

export function callOfStep<Name extends StepName>(
  name: Name,
  request: StepRequests[Name],
  network: Network,
): xdr.InvokeContractArgs {
  const call = stepCall(stepOf(name), standing(request, network), request);
  if (call === undefined) throw new Error('the fixture’s kind has this function');
  return call;
}

const [usdc] = sandbox.tokens as [(typeof sandbox.tokens)[number]];

/** Where the ledger keeps how much of the token somebody holds. */
export function holdingOf(holder: string, token = usdc.address, network: Network = sandbox): xdr.LedgerKey {
  const known = network.tokens.find(({ address }) => address === token);
  if (holder.startsWith('G') && known !== undefined) {
    const asset = new Asset(known.code, known.issuer).toTrustLineXdrObject();
    const accountId = Keypair.fromPublicKey(holder).xdrAccountId();
    return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset }));
  }
  return dataOf(token, xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), Address.fromString(holder).toScVal()]));
}

/** It writes the escrow's own record and the balances of anyone who is paid, as the real release does. */
export function buildStep<Name extends StepName>(
  name: Name,
  request: StepRequests[Name],
  network: Network,
  changes: Partial<DeployParts> = {},
): string {
  const state = standing(request, network);
  const { pays } = stepOf(name).effect(state, request);
  const invocation = changes.invocation ?? callOfStep(name, request, network);
  const paid = [...new Set(pays.flatMap(({ to }) => to ?? []))];
  const token = state.escrow.trustline.address;
  const isPersistent = state.kind.storage === 'persistent';
  const record = isPersistent
    ? dataOf(request.escrow, xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]))
    : instanceOf(request.escrow);
  return buildDeploy(deployRequest({ signer: request.signer }), {
    auth: [entry(invocation)],
    readOnly: [
      ...(isPersistent ? [instanceOf(request.escrow)] : []),
      ...(pays.length > 0 ? [instanceOf(token)] : []),
      codeOfHash(Buffer.from(request.code, 'hex')),
    ],
    readWrite: [
      record,
      ...(pays.length > 0 ? [request.escrow, ...paid] : []).map((holder) => holdingOf(holder, token, network)),
    ],
    ...changes,
    invocation,
  });
}
