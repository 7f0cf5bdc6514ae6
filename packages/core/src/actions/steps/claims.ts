/** What milestones can still claim of an escrow's money, and what a step that pays leaves of it. */
import { isPaidOut, type MilestoneState, openAmount, stateOf } from '../../kinds/progress.ts';
import { type EscrowState, numbersOf } from './escrow-state.ts';
import type { Effect } from './step.ts';

export type Claim = {
  readonly milestone?: number;
  readonly state: MilestoneState;
  /** What it returns, in base units: at most what the escrow holds. */
  readonly units: bigint;
  /** Paid out or decided. */
  readonly isOver: boolean;
};

/** What each milestone can return: first those in dispute, in proportion where it is too little, then the others in order. */
export function claimsOn(state: EscrowState): readonly Claim[] {
  const { escrow, held } = state;
  if (escrow.amount !== undefined) {
    const { flags = {} } = escrow;
    const isOver = isPaidOut(flags);
    const state = (['released', 'resolved', 'disputed'] as const).find((flag) => flags[flag] === true) ?? 'open';
    return [{ state, isOver, units: isOver ? 0n : held }];
  }
  const states = escrow.milestones.map((milestone) => stateOf(escrow, milestone));
  const amountAt = (index: number) => escrow.milestones[index]?.amount ?? 0n;
  const inState = (...wanted: readonly MilestoneState[]) =>
    [...states.keys()].filter((index) => wanted.includes(states[index] as MilestoneState));
  const disputed = inState('disputed');
  const questions = disputed.reduce((sum, index) => sum + amountAt(index), 0n);
  const units = new Map<number, bigint>();
  let left = held;
  const allot = (index: number, amount: bigint) => {
    const own = least(amount, left);
    units.set(index, own);
    left -= own;
  };
  // Each gets something, so that no dispute stays open; rounded up, so that the last one gets the rest.
  for (const index of disputed)
    allot(index, questions <= held ? amountAt(index) : (held * amountAt(index)) / questions + 1n);
  for (const index of inState('open', 'approved')) if (left > dustOf(state)) allot(index, amountAt(index));
  return states.map((state, index) => ({
    ...{ milestone: index + 1, state, isOver: state === 'released' || state === 'resolved' },
    units: units.get(index) ?? 0n,
  }));
}

export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** What rounding may leave behind is not worth a signature. */
export const dustOf = ({ decimals }: EscrowState): bigint => (decimals < 6 ? 0n : 50n);

/** What a step leaves of the money, in base units. */
export function remainderOf(state: EscrowState, { after, pays }: Effect) {
  const left = pays.reduce((rest, { units }) => rest - units, state.held);
  return {
    left,
    /** How much of it has yet to be paid out, and the milestones for that, counted from 1; none where all are paid at once. */
    needed: least(openAmount(after), left),
    milestones: after.amount === undefined ? numbersOf({ escrow: after }, ({ flags }) => !isPaidOut(flags)) : [],
  };
}
