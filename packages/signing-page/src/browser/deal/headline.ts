/** The deal in one line, for the heading, the bar beside the button and the window's title. */

import { amountText } from '../parts/decimal-text.ts';
import { type AnySummary, isPayment, isStep, isTrustline } from '../sign/summaries.ts';
import { STEP_WORDS } from '../words/said.ts';
import { words } from '../words/words.ts';

/** "450 USDC for Logo and brand guide" */
export function headlineOf(summary: AnySummary): string {
  const { headline } = words().deal;
  if (isTrustline(summary)) return headline.trust(summary.token.code);
  const amount = amountOf(summary);
  if (isPayment(summary)) return headline.fund(amount ?? '', summary.title);
  if (!isStep(summary)) return headline.deploy(amount ?? '', summary.title);
  const { step, milestone, title } = summary;
  const what = [amount ?? (milestone && words().deal.milestone(milestone.number)), title];
  return `${STEP_WORDS[step].title}: ${what.filter((part) => part !== undefined).join(', ')}`;
}

/** "450 USDC"; nothing where no money is meant. */
export function amountOf(summary: AnySummary): string | undefined {
  if (isTrustline(summary) || (isStep(summary) && summary.pays.length === 0)) return undefined;
  const amount = isPayment(summary) || isStep(summary) ? summary.amount : summary.total;
  return amountText(amount, unitOf(summary));
}

export const unitOf = ({ token }: AnySummary): string => token.code ?? words().deal.tokens;
