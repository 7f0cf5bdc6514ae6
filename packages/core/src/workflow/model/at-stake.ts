/** The escrow that a request is about, with the money that would be in it. */
import { unitsOf } from '../../actions/fund/call.ts';
import { readExpected } from '../../actions/fund/expected-escrow.ts';
import { stepOf } from '../../actions/registry.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import type { Network } from '../../escrow/network.ts';
import { isStepName } from '../../escrow/steps.ts';
import { escrowOfKind, escrowOnChain, kindOfRequest } from '../../kinds/escrow-of-request.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { openAmount } from '../../kinds/progress.ts';
import type { EscrowAtStake } from '../../risk/index.ts';
import type { ActionRequest, PreparedRequest } from './requests.ts';

/**
 * @param risk of a payment: what was found to be at stake when it was last judged
 * @returns undefined where the request neither sets terms nor pays, or shows no terms
 */
export function stakeOf(
  { risk, ...actionRequest }: ActionRequest & Partial<Pick<PreparedRequest, 'risk'>>,
  contractId: string,
  network: Network,
): EscrowAtStake | undefined {
  if (actionRequest.action === 'deploy') {
    const { request } = actionRequest;
    const escrow = escrowOfKind(kindOfRequest(request), escrowOnChain(request, network));
    return { contractId, escrow, units: openAmount(escrow) };
  }
  if (actionRequest.action === 'fund') {
    const escrow = readExpected(actionRequest.request.expected)?.escrow;
    if (escrow === undefined) return undefined;
    const units = risk?.atStake === undefined ? undefined : BigInt(risk.atStake);
    return { contractId, escrow, units: units ?? stakeOfPayment(escrow, unitsOf(actionRequest.request), undefined) };
  }
  const step = isStepName(actionRequest.action) ? stepOf(actionRequest.action) : undefined;
  const request = actionRequest.request as StepRequest;
  const state = step?.setsTerms === true ? escrowStateOf(request, network) : undefined;
  if (step === undefined || state === undefined) return undefined;
  return stakeIn(contractId, step.effect(state, request).after, state.held);
}

/** The escrow that a payment or a step shows as its own; undefined where it shows none. */
export function shownEscrow({ action, request }: ActionRequest, network: Network): EscrowOnChain | undefined {
  if (action === 'fund') return readExpected(request.expected)?.escrow;
  return isStepName(action) ? escrowStateOf(request as StepRequest, network)?.escrow : undefined;
}

/** All that is held, or what its terms have yet to pay out. */
export const stakeIn = (contractId: string, escrow: EscrowOnChain, held: bigint): EscrowAtStake => ({
  contractId,
  escrow,
  units: mostOf(openAmount(escrow), held),
});

/** After a payment: with what is held and not paid out. @param held absent: not known, so what the terms need counts */
export const stakeOfPayment = (escrow: EscrowOnChain, amount: bigint, held: bigint | undefined): bigint =>
  held === undefined ? mostOf(openAmount(escrow), amount) : held + amount;

const mostOf = (one: bigint, other: bigint): bigint => (one > other ? one : other);
