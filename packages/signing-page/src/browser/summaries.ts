/** What a summary is of: an escrow, or a payment into one. */
import type { FundingSummary, Summary } from '@countersign/core/actions';

export type AnySummary = Summary | FundingSummary;

export function isPayment(summary: AnySummary): summary is FundingSummary {
  return 'way' in summary;
}

/** What the person types to confirm a stop. */
export function amountToConfirm(summary: AnySummary): string {
  return isPayment(summary) ? summary.amount : summary.total;
}
