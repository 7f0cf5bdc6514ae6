/** The function for an act, in a kind's builds on a network. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { Network } from '../escrow/network.ts';
import type { EscrowKind } from './escrow-kind.ts';
import { type Act, ARGUMENTS, type Argument, type ContractFunction } from './functions.ts';

/** On public the service's fee account is in the code; elsewhere a call names it. @returns undefined where unknown */
export function functionOf(
  { functions, functionsOnPublic }: Pick<EscrowKind, 'functions' | 'functionsOnPublic'>,
  act: Act,
  network: Pick<Network, 'name'>,
): ContractFunction | undefined {
  if (network.name !== 'public') return functions[act];
  const called = functionsOnPublic?.[act] ?? functions[act];
  return called && { ...called, takes: called.takes.filter((argument) => argument !== 'feeAddress') };
}

/** Whether the arguments are as many, and of the types, as the function takes. */
export function isTakenBy({ takes }: ContractFunction, args: readonly xdr.ScVal[]): boolean {
  return (
    takes.length === args.length &&
    takes.every((argument, index) => TYPES[ARGUMENTS[argument]].includes((args[index] as xdr.ScVal).type))
  );
}

const TYPES: Readonly<Record<(typeof ARGUMENTS)[Argument], readonly xdr.ScVal['type'][]>> = {
  address: ['scvAddress'],
  struct: ['scvMap'],
  i128: ['scvI128'],
  u32: ['scvU32'],
  bool: ['scvBool'],
  string: ['scvString'],
  'string or void': ['scvString', 'scvVoid'],
  'list of u32': ['scvVec'],
  'list of structs': ['scvVec'],
  'map of address to i128': ['scvMap'],
};
