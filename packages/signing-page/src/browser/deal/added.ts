/** What an update adds to an escrow: milestones, and the money for them. */
import type { StepSummary } from '@countersign/core/actions';
import { fromBaseUnits, toBaseUnits } from '@countersign/core/escrow';
import { type AnySummary, isStep } from '../transaction/summaries.ts';
import { summaryWords } from '../words/core-words.ts';

type Added = {
  readonly what: string;
  readonly description: string;
  readonly amount: string;
  readonly receiver: string | undefined;
};

/** Its end is ours; only what precedes that is a stranger's text. */
const ADDED = /^(.*), (\d+(?:\.\d+)?) [^\s,]+(?:, \p{L}+ ([GC][A-Z2-7]{55}))?$/su;

/** With one amount for all, a milestone has none, and is a change like any other. */
export function addedTo(summary: AnySummary): readonly Added[] {
  if (!isStep(summary) || summary.step !== 'update') return [];
  const { changes, leftFor } = summary;
  const names = leftFor.milestones.map(summaryWords.milestoneName);
  return changes.flatMap(({ what, before, after }) => {
    const found = before === summaryWords.NONE && names.includes(what) ? ADDED.exec(after) : null;
    if (found === null) return [];
    const [, description = '', amount = '', receiver] = found;
    return { what, description, amount, receiver };
  });
}

const MOST_DECIMALS = 40;

/** What is to be paid in after an update; nothing where its summary does not tell. */
export function missingAfter({ step, amount, left, leftFor, turn }: StepSummary): string | undefined {
  const isPaidOut = leftFor.milestones.some((milestone, at) => milestone !== at + 1);
  const [all, held] = [toBaseUnits(amount, MOST_DECIMALS), toBaseUnits(left, MOST_DECIMALS)];
  if (step !== 'update' || isPaidOut || all === undefined || held === undefined) return undefined;
  return turn.some(({ action }) => action === 'fund') ? fromBaseUnits(all - held, MOST_DECIMALS) : undefined;
}
