export { transactionDifferences } from './actions.ts';
export type { Check, CheckPolicy } from './check.ts';
export { checkUnsigned } from './deploy/check-deploy.ts';
export { statedRequest } from './deploy/parse-deploy.ts';
export { expiryOf, summarise } from './deploy/summary.ts';
export { expectedOf, FUND_SERVICE, type ReadFunding } from './fund/call.ts';
export { checkFund } from './fund/check-fund.ts';
export { type PaymentTerms, paymentTerms, summariseFunding } from './fund/summary.ts';
export { fieldsOf, formOf, type StepInput, type StepRequests, stepOf } from './registry.ts';
export { checkStep } from './steps/check-step.ts';
export { escrowStateOf } from './steps/escrow-state.ts';
export { obstaclesOf } from './steps/obstacles.ts';
export type { ReadStep } from './steps/step-call.ts';
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
export { summariseTrust } from './trust/summary.ts';
export { checkTrust, type ReadTrust } from './trust/transaction.ts';
