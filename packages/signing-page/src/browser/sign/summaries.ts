/** What a summary is of: an escrow, a payment into one, a step in its life, or a trustline. */
import type { FundingSummary, StepSummary, Summary, TrustSummary } from '@countersign/core/actions';

export type AnySummary = Summary | FundingSummary | TrustSummary | StepSummary;

export function isPayment(summary: AnySummary): summary is FundingSummary {
  return 'way' in summary;
}

export function isTrustline(summary: AnySummary): summary is TrustSummary {
  return 'means' in summary;
}

export function isStep(summary: AnySummary): summary is StepSummary {
  return 'step' in summary;
}

export function isEscrow(summary: AnySummary): summary is Summary {
  return 'total' in summary;
}

/** What the person types to confirm a stop. A trustline moves nothing. */
export function amountToConfirm(summary: AnySummary): string {
  if (isTrustline(summary)) return '0';
  return isPayment(summary) || isStep(summary) ? summary.amount : summary.total;
}
