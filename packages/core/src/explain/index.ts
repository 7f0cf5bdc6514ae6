export { explainEnvelope, explainTransaction } from './explain-transaction.ts';
export type { ExplainPolicy, Explanation } from './explanation.ts';
export { countedWarnings, type Warning } from './explanation.ts';
