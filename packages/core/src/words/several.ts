/** Several milestones of one request, in words. */
import { format } from '../text/message.ts';
import type { Messages } from './catalogue.ts';
import type { SeveralPlan } from './data/ending.ts';
import { partText } from './ending-text.ts';
import { milestonesText } from './words.ts';

/** How far several milestones are, and what follows. */
export function severalText(messages: Messages, { milestones, done, already = [], stopped: why }: SeveralPlan): string {
  const { several } = messages;
  const text = (numbers: readonly number[]) => ({ milestones: milestonesText(messages, numbers) });
  const left = milestones.filter((each) => !done.includes(each));
  const [next, ...later] = left;
  const before = [
    ...(already.length === 0 ? [] : [format(several.already, text(already))]),
    ...(done.length === 0 ? [] : [format(several.done, text(done))]),
  ];
  if (next === undefined) return [...before, several.nothing].join(' ');
  if (why !== undefined) return [...before, format(several.stopped, { ...text(left), why })].join(' ');
  const part = partText(messages, { done: milestones.indexOf(next), of: milestones.length });
  const then = later.length > 1 ? several.then.other : several.then.one;
  return [
    ...before,
    format(several.now, { part, ...text([next]) }),
    ...(later.length === 0 ? [] : [format(then, text(later))]),
  ].join(' ');
}

/** @param possible milestones of the request that nothing prevents */
export const othersPossible = (messages: Messages, possible: readonly number[]): string =>
  format(messages.several.possible, { milestones: milestonesText(messages, possible) });
