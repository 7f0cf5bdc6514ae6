/** Reads what a contract keeps as an escrow. This module also runs in a browser. */
import { contractOfToken, type Network, pinnedCodes, pinsOf } from '../../escrow/network.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { kindOfCode, readEscrow } from '../../kinds/registry.ts';
import type { StandingContract } from '../../ledger/ledger.ts';
import type { ReadStanding } from '../model/on-ledger.ts';

/** The token's contract as the escrow names it; a known issuer means its token. */
export function tokenContract(address: string | undefined, network: Network): string | undefined {
  const token = address && contractOfToken(network, address);
  return token?.startsWith('C') ? token : undefined;
}

/** @returns undefined where it cannot be read, or makes no sense */
export function readStanding({ code, escrow }: StandingContract, network: Network): ReadStanding | undefined {
  const read = escrow && readEscrow(escrow, code);
  if (read === undefined || !isSound(read.escrow)) return undefined;
  const { kind } = read;
  const known = kindOfCode(code);
  // Known code never keeps another kind's layout.
  if (known !== undefined && known !== kind) return undefined;
  const isPinned = pinnedCodes(pinsOf(network, kind.release)).includes(code);
  return { kind, escrow: read.escrow, codeIs: isPinned ? 'pinned' : known === undefined ? 'unknown' : 'known' };
}

/** No escrow of a known kind lacks milestones or has negative amounts: such a state is not believed. */
function isSound({ amount = 0n, milestones }: EscrowOnChain): boolean {
  return amount >= 0n && milestones.length > 0 && milestones.every(({ amount: part = 0n }) => part >= 0n);
}
