export { checkSignatures, hasSigned, networksSignedFor } from './check-signatures.ts';
export { type Check, type CheckPolicy, checkUnsigned } from './check-unsigned.ts';
export { checkWeights } from './check-weights.ts';
export { saidItsDecimals } from './decimals-reason.ts';
export { type DecodedEscrow, decodeEscrow } from './decode-escrow.ts';
export { contractIdFor, DEPLOY_FUNCTION, type DeployCall, deployInvocation, INIT_FUNCTION } from './deploy-call.ts';
export { type EscrowMilestone, type EscrowValue, encodeEscrow, escrowOfRequest } from './escrow-value.ts';
export { explainTransaction } from './explain/explain-transaction.ts';
export type { Explanation } from './explain/explanation.ts';
export { countedWarnings, STAKES, type Stakes, type Warning } from './explain/warnings.ts';
export { findXdr, type Instead, insteadError, lookAtPasted, MAX_PASTED_CHARACTERS } from './find-xdr.ts';
export { MAX_ENVELOPE_BYTES } from './open-envelope.ts';
export { type AnyDeploy, readAnyDeploy } from './read-any-deploy.ts';
export { type ReadDeploy, readDeploy } from './read-deploy.ts';
export {
  accountOf,
  type ReadTransaction,
  readOpened,
  readTransaction,
  transactionHash,
  unsignedXdrOf,
  withoutSignatures,
} from './read-transaction.ts';
export { statedRequest } from './stated-request.ts';
export { summariseAny } from './summarise-any.ts';
export { expiryOf, summarise } from './summary.ts';
export { networkNameSchema, type Summary, summarySchema } from './summary-schema.ts';
export { transactionDifferences } from './transaction-differences.ts';
export { MAX_XDR_FILE_BYTES, textOfXdrFile } from './xdr-file.ts';
