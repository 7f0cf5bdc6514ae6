/** Reads a contract as an escrow: its kind and its own state. */
import { type Network, pinsOf } from '../../escrow/network.ts';
import { type EscrowKind, type EscrowOnChain, kindOfCode, readEscrow } from '../../kinds/index.ts';
import type { StandingContract } from '../../ledger/ledger.ts';

export type ReadStanding = {
  readonly kind: EscrowKind;
  readonly escrow: EscrowOnChain;
  /** `pinned`: it runs the code of this service's escrows. `unknown`: it may do other things than it says. */
  readonly codeIs: 'pinned' | 'known' | 'unknown';
};

/** @returns undefined where it cannot be read, or makes no sense */
export function readStanding({ code, escrow }: StandingContract, network: Network): ReadStanding | undefined {
  const read = escrow && readEscrow(escrow, code);
  if (read === undefined || !isSound(read.escrow)) return undefined;
  const { kind } = read;
  const known = kindOfCode(code);
  // Known code never keeps another kind's layout.
  if (known !== undefined && known !== kind) return undefined;
  const isPinned = pinsOf(network, kind.release).wasmHash === code;
  return { kind, escrow: read.escrow, codeIs: isPinned ? 'pinned' : known === undefined ? 'unknown' : 'known' };
}

/** No escrow of a known kind lacks milestones or has negative amounts: such a state is not believed. */
function isSound({ amount = 0n, milestones }: EscrowOnChain): boolean {
  return amount >= 0n && milestones.length > 0 && milestones.every(({ amount: part = 0n }) => part >= 0n);
}
