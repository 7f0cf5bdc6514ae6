/** What an installation can do with its service, network and ledger, for texts that promise it. Loads nothing heavy. */
import { type Network, releasesOf } from '../escrow/network.ts';
import { STEP_NAMES, type StepName } from '../escrow/steps.ts';
import type { Settings } from './settings.ts';

export type Abilities = {
  readonly isSandbox: boolean;
  /** Whether it can ask the ledger. Without it there are no payments, trustlines or steps. */
  readonly hasLedger: boolean;
  readonly makesSingleRelease: boolean;
  readonly paysEachMilestone: boolean;
  readonly takesReceiverMemo: boolean;
  readonly listsEscrows: boolean;
  /** The steps that can be built for every kind of escrow that the service makes. */
  readonly steps: readonly StepName[];
};

/** Steps whose call names the service's fee address, except on public, where the contract's code has it. */
const NAMES_FEE_ADDRESS: readonly StepName[] = ['release', 'resolve', 'withdraw'];

export function abilitiesOf({
  network,
  serviceUrl,
  rpcUrls,
  withoutRpc,
}: Pick<Settings, 'network' | 'serviceUrl' | 'rpcUrls' | 'withoutRpc'>): Abilities {
  // Without a service of its own it runs the embedded sandbox, which has a ledger.
  const hasLedger = serviceUrl === undefined || rpcUrls.length > 0 || !withoutRpc;
  return {
    isSandbox: network.name === 'sandbox',
    hasLedger,
    makesSingleRelease: releasesOf(network).includes('single'),
    paysEachMilestone: network.paysEachMilestone === true,
    takesReceiverMemo: network.refusesReceiverMemo !== true,
    listsEscrows: network.listsEscrows === true,
    steps: hasLedger ? STEP_NAMES.filter((name) => canBuild(name, network)) : [],
  };
}

function canBuild(name: StepName, { name: network, feeAddress, buildsSteps = [] }: Network): boolean {
  const isFeeKnown = network === 'public' || feeAddress !== undefined;
  return isFeeKnown || !NAMES_FEE_ADDRESS.includes(name) || buildsSteps.includes(name);
}
