export { explainTransaction } from './explain-transaction.ts';
export type { ExplainPolicy, Explanation } from './explanation.ts';
export { countedWarnings, STAKES, type Stakes, type Warning } from './warnings.ts';
