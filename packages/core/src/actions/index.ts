export type { Check, CheckPolicy } from './check.ts';
export { checkUnsigned } from './deploy/check-unsigned.ts';
export { statedRequest } from './deploy/stated-request.ts';
export { expiryOf, summarise } from './deploy/summary.ts';
export { networkNameSchema, type Summary, summarySchema } from './summary-schema.ts';
export { transactionDifferences } from './transaction-differences.ts';
