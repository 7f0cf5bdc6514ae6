/** What a summary is of: an escrow, a payment into one, a step in its life, or a trustline. */
import type { FundingSummary, PaymentTerms, StepSummary, Summary, TrustSummary } from '@countersign/core/actions';

/** `terms`: absent where the payment states none, or nothing is left to be paid out. */
export type PaymentSummary = FundingSummary & { readonly terms?: PaymentTerms | undefined };
export type AnySummary = Summary | PaymentSummary | TrustSummary | StepSummary;

export function isPayment(summary: AnySummary): summary is PaymentSummary {
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

/** The money that it is about, which a person types to confirm a blocking warning. A trustline moves nothing. */
export function amountToConfirm(summary: AnySummary): string {
  if (isTrustline(summary)) return '0';
  return isPayment(summary) || isStep(summary) ? summary.amount : summary.total;
}
