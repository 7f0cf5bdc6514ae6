/** Shared by the escrow contracts: storing and reading an escrow, a running call of one, and refusing it. */
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

export const ESCROW_KEY = unitKey('Escrow');
export const MAX_I128 = 2n ** 127n - 1n;

export type EscrowCode = ReturnType<typeof escrowCode>;

export function escrowCode(kind: EscrowKind) {
  const refusal = (name: ContractError) => contractError(LIVE_ERRORS[kind.release], name);
  const find = (context: ContractContext): xdr.ScVal | undefined => context.getPersistent(ESCROW_KEY);
  return {
    kind,
    isSingle: kind.release === 'single',
    refusal,
    find,
    /** @throws HostError for anything but an escrow of this kind with integers of the contract's own types */
    read(value: xdr.ScVal): EscrowOnChain {
      const { escrow, problems } = kind.decode(value);
      if (escrow !== undefined && problems.length === 0) return escrow;
      const [first] = problems;
      throw HostError.host('Value', 'UnexpectedType', `${first?.path}: ${first?.problem.code}`);
    },
    stored(context: ContractContext): xdr.ScVal {
      const value = find(context);
      if (value === undefined) throw refusal('EscrowNotFound');
      return value;
    },
    /** Stores an escrow and returns it. */
    store(context: ContractContext, value: xdr.ScVal): xdr.ScVal {
      context.setPersistent(ESCROW_KEY, value);
      return value;
    },
    /** Emits the event of an act, with a list as its data, if the contract has one. */
    tell(context: ContractContext, act: Act | 'deploy', ...data: xdr.ScVal[]): void {
      const topic = kind.events[act];
      if (topic !== undefined) context.emit([symbol(topic)], xdr.ScVal.scvVec(data));
    },
  };
}

export function tokenBalance(context: ContractContext, token: string, holder: string): bigint {
  return asI128(context.host.call(token, 'balance', [addressValue(holder)]));
}

export function held(context: ContractContext, { trustline }: EscrowOnChain): bigint {
  return tokenBalance(context, trustline.address, context.self);
}

export type EscrowCall = ReturnType<typeof escrowCall>;

/** A running call of an existing escrow. @throws HostError where there is none */
export function escrowCall(code: EscrowCode, context: ContractContext, args: CallArguments) {
  const stored = code.stored(context);
  const escrow = code.read(stored);
  return {
    ...{ code, context, args, stored, escrow },
    refusal: code.refusal,
    authorise: () => context.host.requireAuth(args.signer),
    held: () => held(context, escrow),
    requirePlatform(): void {
      if (args.signer !== escrow.roles.platformAddress) throw code.refusal('OnlyPlatformAddressExecuteThisFunction');
    },
    tell: (act: Act, ...data: xdr.ScVal[]) => code.tell(context, act, ...data),
    /** Stores the changed escrow and emits the event. */
    conclude(act: Act, changed: EscrowOnChain): undefined {
      code.tell(context, act, code.store(context, code.kind.encode(changed)));
    },
  };
}

/** An act on an existing escrow. It returns the call's value, or undefined for void. */
export type Step = (call: EscrowCall) => xdr.ScVal | undefined;

export function withMilestone(escrow: EscrowOnChain, index: number, change: Partial<MilestoneOnChain>): EscrowOnChain {
  const milestones = escrow.milestones.map((milestone, at) => (at === index ? { ...milestone, ...change } : milestone));
  return { ...escrow, milestones };
}
