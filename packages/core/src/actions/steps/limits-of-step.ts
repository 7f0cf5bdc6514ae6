/** What a step does not do, which a person must not expect of it. */
import type { StepName } from '../../escrow/steps.ts';
import { stateOf } from '../../kinds/progress.ts';
import type { SummaryWords } from '../../words/words-of-language.ts';
import { numbersOf } from './of-milestone.ts';
import { type Standing, written } from './standing.ts';
import type { Effect } from './step.ts';

export function stepLimits(
  step: StepName,
  standing: Standing,
  { pays }: Effect,
  { limitLines }: SummaryWords,
): string[] {
  const { escrow, held, token } = standing;
  const left = held - pays.reduce((sum, { units }) => sum + units, 0n);
  return limitLines({
    step,
    roles: escrow.roles,
    // The contract lets even what is in dispute be withdrawn.
    disputed: numbersOf(standing, (milestone) => stateOf(escrow, milestone) === 'disputed'),
    // In a multi release a part may stay behind.
    ...(left <= 0n ? {} : { left: `${written(standing, left)} ${token}` }),
  });
}
