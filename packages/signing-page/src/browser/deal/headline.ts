/** The deal in one line, for the heading, the bar beside the button and the window's title. */
import { type AnySummary, isPayment, isStep, isTrustline } from '../sign/summaries.ts';

/** "450 USDC for Logo and brand guide" */
export function headlineOf(summary: AnySummary): string {
  const amount = amountOf(summary);
  const title = isTrustline(summary) ? undefined : summary.title;
  return [amount, title].filter((part) => part !== undefined).join(' for ');
}

/** "450 USDC"; nothing where no money is meant. */
export function amountOf(summary: AnySummary): string | undefined {
  if (isTrustline(summary)) return undefined;
  const amount = isPayment(summary) || isStep(summary) ? summary.amount : summary.total;
  return `${amount} ${summary.token.code ?? 'tokens'}`;
}
