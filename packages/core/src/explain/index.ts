export { explainTransaction } from './explain-transaction.ts';
export type { ExplainPolicy, Explanation } from './explanation.ts';
export { STAKES, type Stakes } from './stakes.ts';
export { countedWarnings, type Warning } from './warnings.ts';
