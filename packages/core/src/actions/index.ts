export type { Check, CheckPolicy } from './check.ts';
export { checkUnsigned } from './deploy/check-unsigned.ts';
export { statedRequest } from './deploy/stated-request.ts';
export { expiryOf, summarise } from './deploy/summary.ts';
export { checkFund } from './fund/check-fund.ts';
export type { ReadFunding } from './fund/escrow-call.ts';
export { summariseFunding } from './fund/summary.ts';
export {
  type FundingSummary,
  networkNameSchema,
  type Summary,
  summarySchema,
  type TrustSummary,
} from './summary-schema.ts';
export { transactionDifferences } from './transaction-differences.ts';
export type { ReadTrust } from './trust/change-trust.ts';
export { checkTrust } from './trust/check-trust.ts';
export { summariseTrust } from './trust/summary.ts';
