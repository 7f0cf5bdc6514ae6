export { findXdr, type Instead, insteadError, lookAtPasted, MAX_PASTED_CHARACTERS } from './find-xdr.ts';
export { MAX_ENVELOPE_BYTES } from './open-envelope.ts';
export {
  accountOf,
  type ReadTransaction,
  readOpened,
  readTransaction,
  transactionHash,
  unsignedXdrOf,
  withoutSignatures,
} from './read-transaction.ts';
export { MAX_XDR_FILE_BYTES, textOfXdrFile } from './xdr-file.ts';
