/** What a summary is of: an escrow, a payment into one, a step in its life, or a trustline. */
import type { FundingSummary, PaymentTerms, StepSummary, Summary, TrustSummary } from '@countersign/core/actions';

/** `terms`: absent where the payment states none, or nothing is left to be paid out. */
export type PaymentSummary = FundingSummary & { readonly terms?: PaymentTerms | undefined };
export type AnySummary = Summary | PaymentSummary | TrustSummary | StepSummary;

export const isPayment = (summary: AnySummary): summary is PaymentSummary => 'way' in summary;
export const isTrustline = (summary: AnySummary): summary is TrustSummary => 'means' in summary;
export const isStep = (summary: AnySummary): summary is StepSummary => 'step' in summary;
export const isEscrow = (summary: AnySummary): summary is Summary => 'total' in summary;

/** The money that it is about, which a person types to confirm a blocking warning. A trustline moves nothing. */
export function amountToConfirm(summary: AnySummary): string {
  if (isTrustline(summary)) return '0';
  return isPayment(summary) || isStep(summary) ? summary.amount : summary.total;
}
