/** A kind of escrow contract: what sets it apart from the others, and how its escrow is written and read. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { TransactionProblem } from '../errors/problems.ts';
import type { Release } from '../escrow/network.ts';
import type { EscrowOnChain } from './escrow-on-chain.ts';
import type { ContractEvents, ContractFunctions } from './functions.ts';
import { type Layout, Problems } from './layout.ts';
import type { SplitRule } from './split.ts';

/** In words, as a view of an escrow shows them. */
export const GENERATIONS = {
  A0: 'generation A0, of summer 2025',
  A1: 'generation A1, of autumn 2025',
  'B-int': 'between generations A and B, of November 2025',
  B: 'generation B, live today',
  C: 'generation C, in beta',
} as const;

/** Each stands in a file of its own and in the registry; docs/contract.md has the sources of the shapes. */
export type EscrowKind<Escrow extends EscrowOnChain = EscrowOnChain> = {
  readonly id: string;
  readonly generation: keyof typeof GENERATIONS;
  readonly release: Release;
  /** The factory's function that creates one. */
  readonly factoryFunction: string;
  /** From whose address the escrow's own is derived. */
  readonly addressFrom: 'deployer' | 'factory';
  /** Known hashes of its code, lower-case hex. Another build is recognised by its layout alone. */
  readonly codes: readonly string[];
  /** Where the value under `["Escrow"]` is stored: in the contract's instance, or as a persistent entry of its own. */
  readonly storage: 'instance' | 'persistent';
  readonly functions: ContractFunctions;
  /** Functions that differ from `functions` on public, other than by the fee address, which no call names there. */
  readonly functionsOnPublic?: ContractFunctions;
  /** The rounding rule of distributions, and whether it was seen in this kind's builds; absent: unknown. */
  readonly split?: { readonly rule: SplitRule; readonly isCertain: boolean };
  readonly events: ContractEvents;
  /** The contract's argument. Fields that this kind does not store are left out. */
  encode(escrow: Escrow): xdr.ScVal;
  decode(value: xdr.ScVal): Decoded<Escrow>;
};

export type Decoded<Escrow> = {
  /**
   * Absent where a field could not be read at all. An integer of the wrong type is read, to be explained; the contract
   * would fail on it, so it is among the problems.
   */
  readonly escrow?: Escrow;
  /** Missing, unknown, doubled, misplaced or unreadable fields. A deploy is offered only where there are none. */
  readonly problems: readonly TransactionProblem[];
};

export function byLayout<Escrow extends EscrowOnChain>(
  layout: Layout<Escrow>,
): Pick<EscrowKind<Escrow>, 'encode' | 'decode'> {
  return {
    encode: layout.write,
    decode(value) {
      const problems = new Problems();
      const escrow = layout.read(value, 'escrow', problems);
      return problems.isWhole ? { escrow, problems: problems.list } : { problems: problems.list };
    },
  };
}
