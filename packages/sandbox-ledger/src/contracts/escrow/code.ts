/** Shared by the escrow contracts: storing and reading an escrow, and refusing a call. */
import {
  type Act,
  type EscrowKind,
  type EscrowOnChain,
  LIVE_ERRORS,
  type MilestoneOnChain,
} from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import type { ContractContext } from '../../host/host.ts';
import { addressValue, asI128, HostError, symbol, unitKey } from '../../host/values.ts';
import type { CallArguments } from './call-arguments.ts';

type ContractError = (typeof LIVE_ERRORS)[keyof typeof LIVE_ERRORS][number];

/** @param name in any contract's spelling: one of them is spelled in two ways */
function contractError(errors: readonly ContractError[], name: ContractError): HostError {
  const index = errors.findIndex((known) => known.toLowerCase() === name.toLowerCase());
  return HostError.contract(index + 1, errors[index] ?? name);
}

const ESCROW_KEY = unitKey('Escrow');
export const MAX_I128 = 2n ** 127n - 1n;

export type EscrowCode = ReturnType<typeof escrowCode>;

export function escrowCode(kind: EscrowKind) {
  const refusal = (name: ContractError) => contractError(LIVE_ERRORS[kind.release], name);

  /** @throws HostError for anything but an escrow of this kind with integers of the contract's own types */
  function read(value: xdr.ScVal): EscrowOnChain {
    const { escrow, problems } = kind.decode(value);
    if (escrow !== undefined && problems.length === 0) return escrow;
    const [first] = problems;
    throw HostError.host('Value', 'UnexpectedType', `${first?.path}: ${first?.problem.code}`);
  }

  const find = (context: ContractContext): xdr.ScVal | undefined => context.getPersistent(ESCROW_KEY);

  function stored(context: ContractContext): xdr.ScVal {
    const value = find(context);
    if (value === undefined) throw refusal('EscrowNotFound');
    return value;
  }

  function store(context: ContractContext, value: xdr.ScVal): xdr.ScVal {
    context.setPersistent(ESCROW_KEY, value);
    return value;
  }

  return {
    kind,
    isSingle: kind.release === 'single',
    splitRule: kind.split?.rule ?? 'off-total',
    refusal,
    read,
    find,
    stored,
    store,
    extendEntry: (context: ContractContext, ledgers: number): void => context.extendPersistent(ESCROW_KEY, ledgers),
    load: (context: ContractContext): EscrowOnChain => read(stored(context)),
    save: (context: ContractContext, escrow: EscrowOnChain): xdr.ScVal => store(context, kind.encode(escrow)),
  };
}

export function tokenBalance(context: ContractContext, token: string, holder: string): bigint {
  return asI128(context.host.call(token, 'balance', [addressValue(holder)]));
}

export function held(context: ContractContext, { trustline }: EscrowOnChain): bigint {
  return tokenBalance(context, trustline.address, context.self);
}

/** An act on an existing escrow. It returns the call's value, or undefined for void. */
export type Step = (code: EscrowCode, context: ContractContext, callArguments: CallArguments) => xdr.ScVal | undefined;

/** Emits the event of an act, with a list as its data, if the contract has one. */
export function tell(
  code: EscrowCode,
  context: ContractContext,
  act: Act | 'deploy',
  data: readonly xdr.ScVal[],
): void {
  const topic = code.kind.events[act];
  if (topic !== undefined) context.emit([symbol(topic)], xdr.ScVal.scvVec([...data]));
}

/** Stores the changed escrow and emits the event. */
export function conclude(code: EscrowCode, context: ContractContext, act: Act, escrow: EscrowOnChain): undefined {
  tell(code, context, act, [code.save(context, escrow)]);
}

export function withMilestone(escrow: EscrowOnChain, index: number, change: Partial<MilestoneOnChain>): EscrowOnChain {
  const milestones = escrow.milestones.map((milestone, at) => (at === index ? { ...milestone, ...change } : milestone));
  return { ...escrow, milestones };
}

export function checkPlatform({ refusal }: EscrowCode, { roles }: EscrowOnChain, signer: string): void {
  if (signer !== roles.platformAddress) throw refusal('OnlyPlatformAddressExecuteThisFunction');
}
