/** What a summary is of: an escrow, a payment into one, or a trustline. */
import type { FundingSummary, Summary, TrustSummary } from '@countersign/core/actions';

export type AnySummary = Summary | FundingSummary | TrustSummary;

export function isPayment(summary: AnySummary): summary is FundingSummary {
  return 'way' in summary;
}

export function isTrustline(summary: AnySummary): summary is TrustSummary {
  return 'means' in summary;
}

export function isEscrow(summary: AnySummary): summary is Summary {
  return 'total' in summary;
}

/** What the person types to confirm a stop. A trustline moves nothing. */
export function amountToConfirm(summary: AnySummary): string {
  if (isTrustline(summary)) return '0';
  return isPayment(summary) ? summary.amount : summary.total;
}
