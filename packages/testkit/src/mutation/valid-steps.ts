/** Steps of an escrow's life as an honest carrier builds them. */
import { actionOf } from '@countersign/core/internal/actions/actions';
import type { StepRequests } from '@countersign/core/internal/actions/registry';
import { STEP_NAMES, type StepName } from '@countersign/core/internal/escrow/steps';
import { NETWORKS, type Network } from '@countersign/core/network';
import { LIVE } from '../fixtures/live-transactions.ts';
import {
  codeOf,
  networkOf,
  PEOPLE,
  type Scene,
  STEP_KIND_NAMES,
  type StepKind,
  scenesOf,
  stepInput,
} from '../fixtures/step-fixture.ts';
import { buildStep } from '../fixtures/step-transaction.ts';
import { decodeTree, type Tree } from './rust-codec.ts';

export type ValidStep<Name extends StepName = StepName> = {
  readonly name: string;
  readonly step: Name;
  readonly kind: StepKind;
  readonly network: Network;
  readonly request: StepRequests[Name];
  /** Everybody who gets something, as the scene was written; nobody where nothing is paid. */
  readonly paid: readonly string[];
  readonly base64: string;
  readonly tree: Tree;
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
  const scene = onNetwork(scenesOf(kind)[step] as Scene, network);
  const input = stepInput(kind, step, { code: codeOf(kind, network), ...changes }, scene);
  const request = actionOf(step).parse(input, network) as StepRequests[Name];
  const base64 = buildStep(step, request, network);
  return {
    name: `${step} of ${kind} on ${network.name}`,
    step,
    kind,
    network,
    request,
    paid: paidBy(step, network, request),
    base64,
    tree: decodeTree(base64),
  };
}

function onNetwork(scene: Scene, network: Network): Scene {
  const address = network.tokens[0]?.address as string;
  return { ...scene, escrow: { ...scene.escrow, trustline: { ...scene.escrow.trustline, address } } };
}

function paidBy(step: StepName, network: Network, request: StepRequests[StepName]): string[] {
  const fees = [network.feeAddress as string, PEOPLE.platformAddress];
  if (step === 'release') return [...fees, PEOPLE.receiver];
  return 'distributions' in request ? [...fees, ...request.distributions.map(({ address }) => address)] : [];
}
