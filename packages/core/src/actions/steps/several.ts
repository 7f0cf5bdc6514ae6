/** Several milestones in one request, each judged by the escrow that the one before leaves. */
import * as z from 'zod';
import { createProblem } from '../../errors/problems.ts';
import { boundedList } from '../../escrow/bounded.ts';
import { type StepName, toBaseUnits } from '../../escrow/index.ts';
import { report } from '../../escrow/issues.ts';
import { MAX_MILESTONES } from '../../escrow/steps.ts';
import { isSoAlready, type UnmetPrecondition } from '../../words/obstacles.ts';
import { stepOf } from '../registry.ts';
import { type EscrowState, formatAmount } from './escrow-state.ts';
import { obstaclesOf } from './obstacles.ts';
import { milestone, type StepRequest } from './request.ts';

const MOST_TEXT = 1_000;

/** A list, or the text of one: "1, 2 and 4", "1-3". */
export const milestoneNumbers = () =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && value.length <= MOST_TEXT ? numbersIn(value) : value),
      boundedList(milestone(), MAX_MILESTONES, {
        empty: createProblem('NO_MILESTONES'),
        tooMany: createProblem('TOO_MANY_MILESTONES', { most: MAX_MILESTONES }),
      }),
    )
    .check((context) => {
      for (const [index, number] of context.value.entries()) {
        if (context.value.indexOf(number) < index) report(context, createProblem('MILESTONE_TWICE'), [index]);
      }
    });

/** Whatever is not a number stays as it was written, for the error. */
function numbersIn(text: string): readonly (number | string)[] {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '' && !BETWEEN.includes(part.toLowerCase()));
  return parts.flatMap((part): readonly (number | string)[] => {
    const [, first, last] = /^(\d{1,4})[-–](\d{1,4})$/.exec(part) ?? [];
    const count = Number(last) - Number(first) + 1;
    return count >= 1 && count <= MAX_MILESTONES
      ? Array.from({ length: count }, (_, index) => Number(first) + index)
      : [part];
  });
}

const BETWEEN = ['and', 'y', 'e', '&'];

type Blocked = { readonly milestone: number; readonly unmetPreconditions: readonly UnmetPrecondition[] };

export type Several = {
  /** In the order in which they were named. */
  readonly left: readonly number[];
  readonly already: readonly Blocked[];
  /** Those of `left` that are not possible, not even after the others. */
  readonly blocked: readonly Blocked[];
};

/** @param request of any one of them */
export function severalOf(
  name: StepName,
  request: StepRequest,
  milestones: readonly number[],
  state: EscrowState,
): Several {
  const step = stepOf(name);
  const left: number[] = [];
  const already: Blocked[] = [];
  const blocked: Blocked[] = [];
  let now = state;
  for (const number of milestones) {
    const own = { ...request, milestone: number };
    const unmetPreconditions = obstaclesOf(name, own, now);
    const so = unmetPreconditions.filter(isSoAlready);
    if (so.length > 0) {
      already.push({ milestone: number, unmetPreconditions: so.slice(0, 1) });
      continue;
    }
    left.push(number);
    if (unmetPreconditions.length > 0) {
      blocked.push({
        milestone: number,
        unmetPreconditions: unmetPreconditions.map((each) => inAll(each, state, now)),
      });
      continue;
    }
    const { after, pays } = step.effect(now, own);
    now = { ...now, escrow: after, held: pays.reduce((held, { units }) => held - units, now.held) };
  }
  return { left, already, blocked };
}

/** The money that earlier ones take is still in the escrow when its person reads this. */
function inAll(unmet: UnmetPrecondition, state: EscrowState, now: EscrowState): UnmetPrecondition {
  if (unmet.code !== 'TOO_LITTLE_HELD') return unmet;
  const { params } = unmet;
  const needed = (toBaseUnits(params.needed, state.decimals) ?? 0n) + state.held - now.held;
  return {
    code: 'TOO_LITTLE_HELD',
    params: {
      ...params,
      held: formatAmount(state, state.held),
      needed: formatAmount(state, needed),
      missing: formatAmount(state, needed - state.held),
    },
  };
}
