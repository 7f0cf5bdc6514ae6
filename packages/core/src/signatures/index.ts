export { checkSignatures, hasSigned, networksSignedFor } from './check-signatures.ts';
export { checkWeights } from './check-weights.ts';
