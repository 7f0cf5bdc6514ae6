/** How far an escrow came, by its flags. */
import type { EscrowOnChain, MilestoneOnChain } from './escrow-on-chain.ts';

export const MILESTONE_STATES = ['open', 'approved', 'disputed', 'released', 'resolved'] as const;
export type MilestoneState = (typeof MILESTONE_STATES)[number];
type Flags = MilestoneOnChain['flags'];

/** Where the escrow has one amount, its own flags count for every milestone. */
export function stateOf({ flags: own = {} }: EscrowOnChain, { flags }: MilestoneOnChain): MilestoneState {
  const all = { ...flags, ...own };
  return (['released', 'resolved', 'disputed', 'approved'] as const).find((state) => all[state] === true) ?? 'open';
}

export const isPaidOut = ({ released, resolved }: Flags): boolean => released === true || resolved === true;

/** What its terms pay out in all, in base units. */
export const totalAmount = ({ amount, milestones }: EscrowOnChain): bigint => amount ?? amountOf(milestones);

/** What its terms have yet to pay out, in base units. */
export function openAmount({ amount, flags = {}, milestones }: EscrowOnChain): bigint {
  if (amount !== undefined) return isPaidOut(flags) ? 0n : amount;
  return amountOf(milestones.filter((milestone) => !isPaidOut(milestone.flags)));
}

export const amountOf = (milestones: readonly MilestoneOnChain[]): bigint =>
  milestones.reduce((sum, { amount = 0n }) => sum + amount, 0n);

/** Whether the service provider has reported progress; the first contracts misspelt the initial status. */
export function isReported({ status, evidence }: MilestoneOnChain): boolean {
  return evidence !== '' || !['', 'pending', 'peding'].includes(status);
}
