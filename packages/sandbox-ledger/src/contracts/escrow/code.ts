/** What the escrow contracts have in common: how an escrow is kept and read, and how a call is refused. */
import type { Act, EscrowKind, EscrowOnChain, MilestoneOnChain } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import type { ContractContext } from '../../host/host.ts';
import { HostError } from '../../host/host-error.ts';
import { addressValue, asI128, symbol, unitKey } from '../../host/values.ts';
import { type ContractError, contractError } from './errors.ts';
import type { Given } from './given.ts';

const ESCROW_KEY = unitKey('Escrow');
export const MAX_I128 = 2n ** 127n - 1n;

/** The code of one kind of escrow. */
export type EscrowCode = ReturnType<typeof escrowCode>;

export function escrowCode(kind: EscrowKind, errors: readonly ContractError[]) {
  const { storage } = kind;
  const refusal = (name: ContractError) => contractError(errors, name);

  /** @throws HostError at anything else than an escrow of this kind, each integer of the contract's own type */
  function read(value: xdr.ScVal): EscrowOnChain {
    const { escrow, problems } = kind.decode(value);
    if (escrow !== undefined && problems.length === 0) return escrow;
    const [first] = problems;
    throw HostError.host('Value', 'UnexpectedType', `${first?.path} ${first?.problem}`);
  }

  const find = (context: ContractContext): xdr.ScVal | undefined =>
    storage === 'instance' ? context.getInstanceValue(ESCROW_KEY) : context.getPersistent(ESCROW_KEY);

  function stored(context: ContractContext): xdr.ScVal {
    const value = find(context);
    if (value === undefined) throw refusal('EscrowNotFound');
    return value;
  }

  function store(context: ContractContext, value: xdr.ScVal): xdr.ScVal {
    if (storage === 'instance') context.setInstanceValue(ESCROW_KEY, value);
    else context.setPersistent(ESCROW_KEY, value);
    return value;
  }

  /** What is kept in the instance lives as long as that. */
  function extendEntry(context: ContractContext, ledgers: number): void {
    if (storage === 'persistent') context.extendPersistent(ESCROW_KEY, ledgers);
  }

  return {
    kind,
    /** Whether its rules are those of generation B; else of A1. */
    isLive: kind.generation === 'B',
    isSingle: kind.release === 'single',
    splitRule: kind.split?.rule ?? 'off-total',
    refusal,
    read,
    find,
    stored,
    store,
    extendEntry,
    load: (context: ContractContext): EscrowOnChain => read(stored(context)),
    save: (context: ContractContext, escrow: EscrowOnChain): xdr.ScVal => store(context, kind.encode(escrow)),
  };
}

export function tokenBalance(context: ContractContext, token: string, holder: string): bigint {
  return asI128(context.host.call(token, 'balance', [addressValue(holder)]));
}

/** What the escrow's contract has of its token. */
export function held(context: ContractContext, { trustline }: EscrowOnChain): bigint {
  return tokenBalance(context, trustline.address, context.self);
}

/** What is done to an escrow that stands. What it returns is the call's value, if not void. */
export type Step = (code: EscrowCode, context: ContractContext, given: Given) => xdr.ScVal | undefined;

/** The event that tells of an act, with a list as its data; nothing where the contract has none. */
export function tell(
  code: EscrowCode,
  context: ContractContext,
  act: Act | 'deploy',
  data: readonly xdr.ScVal[],
): void {
  const topic = code.kind.events[act];
  if (topic !== undefined) context.emit([symbol(topic)], xdr.ScVal.scvVec([...data]));
}

/** Keeps the escrow as it is now, and tells of it. */
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
