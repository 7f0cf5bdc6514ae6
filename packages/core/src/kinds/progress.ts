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

export const totalAmount = ({ amount, milestones }: EscrowOnChain): bigint => amount ?? amountOf(milestones);

/** What its terms have yet to pay out, in base units. */
export function openAmount({ amount, flags = {}, milestones }: EscrowOnChain): bigint {
  if (amount !== undefined) return isPaidOut(flags) ? 0n : amount;
  return amountOf(milestones.filter((milestone) => !isPaidOut(milestone.flags)));
}

/** What has yet to be paid in before all of that can be paid out, in base units. */
export function missingAmount(escrow: EscrowOnChain, held: bigint): bigint {
  // A dispute asks for no money: its resolver shares out what is there, and may have withdrawn some.
  const isWanted = escrow.milestones.some((each) => ['open', 'approved'].includes(stateOf(escrow, each)));
  const missing = openAmount(escrow) - held;
  return isWanted && missing > 0n ? missing : 0n;
}

/**
 * What is missing for each milestone once those before it are paid from the same money: first the approved ones that it
 * covers, then the other approved ones, those in dispute and the open ones, each in their order.
 */
export function shortfalls(escrow: EscrowOnChain, held: bigint): readonly bigint[] {
  const amounts = escrow.milestones.map(({ amount = 0n }) => amount);
  const inState = (state: MilestoneState) =>
    escrow.milestones.flatMap((each, index) => (stateOf(escrow, each) === state ? [index] : []));
  let left = held;
  const take = (index: number): bigint => {
    const amount = amounts[index] ?? 0n;
    const taken = amount < left ? amount : left;
    left -= taken;
    return amount - taken;
  };
  const approved = inState('approved');
  const covered = approved.filter((index) => (amounts[index] ?? 0n) <= left && take(index) === 0n);
  const rest = [...approved.filter((index) => !covered.includes(index)), ...inState('disputed'), ...inState('open')];
  const missing = new Map(rest.map((index) => [index, take(index)]));
  return amounts.map((_, index) => missing.get(index) ?? 0n);
}

export const amountOf = (milestones: readonly MilestoneOnChain[]): bigint =>
  milestones.reduce((sum, { amount = 0n }) => sum + amount, 0n);

/** Whether the service provider has reported progress; the first contracts misspelt the initial status. */
export function isReported({ status, evidence }: MilestoneOnChain): boolean {
  return evidence !== '' || !['', 'pending', 'peding'].includes(status);
}
