export { checkSignatures, hasSigned, networksSignedFor } from './check-signatures.ts';
export { checkWeights, partOf } from './check-weights.ts';
export { hasSignedMessage, messageHash, readMessageSignature } from './ed25519.ts';
export {
  hasSeveralSigners,
  type SignerSignature,
  type Signers,
  signedWith,
  signersOf,
} from './gather-signatures.ts';
export { NEVER_SENT_SECONDS, neverSentTransaction } from './never-sent.ts';
