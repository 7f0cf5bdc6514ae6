/** The contract call that a step must be. */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { functionOf } from '../../kinds/function-of.ts';
import type { Argument } from '../../kinds/functions.ts';
import { address } from '../../kinds/layout.ts';
import type { StepRequest } from './request.ts';
import type { Standing } from './standing.ts';
import type { Step } from './step.ts';

/** Every argument that the call may take, by its meaning; without a fee address unless one is pinned. */
export function argumentsOfStep(
  step: Step,
  standing: Standing,
  request: StepRequest,
): Partial<Record<Argument, xdr.ScVal>> {
  const { feeAddress } = standing.network;
  return {
    ...step.given(standing, request),
    signer: address.write(request.signer),
    ...(feeAddress === undefined ? {} : { feeAddress: address.write(feeAddress) }),
  };
}

/** @returns undefined where the kind has no such function, or needs a fee address that is not known */
export function stepCall(step: Step, standing: Standing, request: StepRequest): xdr.InvokeContractArgs | undefined {
  const called = functionOf(standing.kind, step.name, standing.network);
  if (called === undefined) return undefined;
  const given = argumentsOfStep(step, standing, request);
  const args = called.takes.map((argument) => given[argument]);
  if (args.includes(undefined)) return undefined;
  return new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(request.escrow).toScAddress(),
    functionName: called.name,
    args: args as xdr.ScVal[],
  });
}
