/** The contract call of a step, and the step of a contract call. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import type { Network } from '../../escrow/network.ts';
import type { StepName } from '../../escrow/steps.ts';
import { type ArgumentValues, encodeCall } from '../../kinds/encode-call.ts';
import { type Argument, functionOf, isTakenBy } from '../../kinds/escrow-kind.ts';
import { SERVED_KINDS } from '../../kinds/live-kinds.ts';
import { no, onlyCall } from '../../kinds/read-deploy.ts';
import { fieldName } from '../../text/text.ts';
import type { Unreadable } from '../check.ts';
import type { EscrowState } from './escrow-state.ts';
import type { StepRequest } from './request.ts';
import type { Step } from './step.ts';

/** Every value that the call may take; without a fee address unless one is pinned. */
export function valuesOfStep(step: Step, state: EscrowState, request: StepRequest): ArgumentValues {
  const { feeAddress } = state.network;
  return {
    ...step.callArguments(state, request),
    signer: request.signer,
    ...(feeAddress === undefined ? {} : { feeAddress }),
  };
}

/** @returns undefined where the kind has no such function, or needs a fee address that is not known */
export function stepCall(step: Step, state: EscrowState, request: StepRequest): xdr.InvokeContractArgs | undefined {
  const called = functionOf(state.kind, step.name, state.network);
  return called && encodeCall(request.escrow, called, valuesOfStep(step, state, request));
}

/** The step that a transaction takes: a call of an escrow's own contract. */
export type ReadStep = {
  readonly step: StepName;
  readonly invocation: xdr.InvokeContractArgs;
  readonly auth: readonly xdr.SorobanAuthorizationEntry[];
  /** The escrow that is called, C…. */
  readonly contractId: string;
  /** By what each means. */
  readonly callArguments: ReadonlyMap<Argument, xdr.ScVal>;
};

export function readStep(step: StepName, read: ReadTransaction, network: Network): ReadStep | Unreadable {
  const call = onlyCall(read);
  if ('unreadable' in call) return call;
  const { invocation, auth } = call;
  const name = invocation.functionName.toString();
  const known = SERVED_KINDS.flatMap((kind) => functionOf(kind, step, network) ?? []);
  const called = known.filter((each) => each.name === name);
  if (called.length === 0)
    return no('function', 'OTHER_FUNCTION', { found: fieldName(name), wanted: known[0]?.name ?? step });
  const taken = called.find((each) => isTakenBy(each, invocation.args));
  if (taken === undefined) return no('arguments', 'OTHER_ARGUMENTS', { name: fieldName(name), network: network.name });
  return {
    step,
    invocation,
    auth,
    contractId: Address.fromScAddress(invocation.contractAddress).toString(),
    callArguments: new Map(taken.takes.map((argument, index) => [argument, invocation.args[index] as xdr.ScVal])),
  };
}
