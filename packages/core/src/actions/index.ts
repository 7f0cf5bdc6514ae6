export type { Check, CheckPolicy } from './check.ts';
export { checkUnsigned } from './deploy/check-unsigned.ts';
export { statedRequest } from './deploy/stated-request.ts';
export { expiryOf, summarise } from './deploy/summary.ts';
export { checkFund } from './fund/check-fund.ts';
export { expectedOf, FUND_SERVICE, type ReadFunding } from './fund/escrow-call.ts';
export { type PaymentTerms, paymentTerms, summariseFunding } from './fund/summary.ts';
export { fieldsOf, formOf, type StepInput, type StepRequests, stepOf } from './registry.ts';
export { checkStep } from './steps/check-step.ts';
export { obstaclesOf } from './steps/obstacles.ts';
export type { ReadStep } from './steps/read-step.ts';
export { standingOf } from './steps/standing.ts';
export { summariseStep } from './steps/summary.ts';
export { lifeStateOf, type Turn, turnsOf } from './steps/turn.ts';
export {
  type FundingSummary,
  networkNameSchema,
  type StepSummary,
  type Summary,
  summarySchema,
  type TrustSummary,
} from './summary-schema.ts';
export { transactionDifferences } from './transaction-differences.ts';
export type { ReadTrust } from './trust/change-trust.ts';
export { checkTrust } from './trust/check-trust.ts';
export { summariseTrust } from './trust/summary.ts';
