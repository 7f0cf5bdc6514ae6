/** The function by which a kind's builds on a network do something. */
import type { Network } from '../escrow/network.ts';
import type { EscrowKind } from './escrow-kind.ts';
import type { Act, ContractFunction } from './functions.ts';

/** On public the service's fee account stands in the code; elsewhere a call names it. @returns nothing where none is known */
export function functionOf(
  { functions, functionsOnPublic }: Pick<EscrowKind, 'functions' | 'functionsOnPublic'>,
  act: Act,
  network: Pick<Network, 'name'>,
): ContractFunction | undefined {
  if (network.name !== 'public') return functions[act];
  const called = functionsOnPublic?.[act] ?? functions[act];
  return called && { ...called, takes: called.takes.filter((argument) => argument !== 'feeAddress') };
}
