export {
  findXdr,
  type Instead,
  insteadError,
  lookAtPasted,
  MAX_PASTED_CHARACTERS,
  MAX_XDR_FILE_BYTES,
  textOfXdrFile,
} from './find-xdr.ts';
export {
  accountOf,
  MAX_ENVELOPE_BYTES,
  type ReadTransaction,
  readOpened,
  readTransaction,
  transactionHash,
  unsignedXdrOf,
  withoutSignatures,
} from './read-transaction.ts';
