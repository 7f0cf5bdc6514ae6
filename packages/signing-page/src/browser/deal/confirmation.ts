/** What a person types to confirm a blocking warning: what changes, or else the money. */

import type { StepSummary } from '@countersign/core/actions';
import { decimalText, sumText } from '../parts/texts.ts';
import { unitOf } from '../state/state-text.ts';
import { type AnySummary, amountToConfirm, isStep } from '../transaction/summaries.ts';
import { core } from '../words/words.ts';
import { callOf, isAddress, type Person, personAt } from './people.ts';

export type Confirmation = {
  readonly kind: 'total' | 'change' | 'name' | 'address';
  readonly text: string;
  readonly unit?: string;
};

/** The end of an address is compared with its owner. */
const END = 6;

export function confirmationOf(summary: AnySummary, people: readonly Person[]): Confirmation {
  const total = { kind: 'total', text: amountToConfirm(summary), unit: unitOf(summary) } as const;
  if (!isStep(summary)) return total;
  if (summary.step === 'update') return ofUpdate(summary, people) ?? total;
  const { pays, milestone } = summary;
  return pays.length === 0 && milestone?.amount !== undefined ? { ...total, text: milestone.amount } : total;
}

/** Who is paid or moves money comes before the fee, and that before a new milestone. */
function ofUpdate(summary: StepSummary, people: readonly Person[]): Confirmation | undefined {
  const { changes } = summary;
  const added = changes.find((change) => change.added)?.added;
  const address = changes.find(({ after }) => isAddress(after))?.after ?? added?.receiver;
  const person = personAt(address, people);
  const name = person?.isYou ? '' : callOf(person, '');
  const isReplaced = changes.some(({ after }) => after === address);
  if (address !== undefined && isReplaced)
    return name === '' ? { kind: 'address', text: address.slice(-END) } : { kind: 'name', text: name };
  const fee = changes.find(({ what }) => what === core.summaryWords.FIELD_NAMES.platformFee);
  if (fee !== undefined) return { kind: 'change', text: fee.after };
  return added && { kind: 'change', text: added.amount, unit: unitOf(summary) };
}

/** Amounts also as the page shows them, with their digits in groups. */
export function isTyped(typed: string, { text, unit }: Confirmation): boolean {
  const bare = (each: string) => each.replace(/\s/g, '');
  const shown = unit === undefined ? [text] : [text, decimalText(text), sumText(text)];
  return shown.map(bare).includes(bare(typed));
}
