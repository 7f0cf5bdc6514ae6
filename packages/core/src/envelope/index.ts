export {
  findXdr,
  MAX_PASTED_CHARACTERS,
  MAX_XDR_FILE_BYTES,
  textOfXdrFile,
} from './find-xdr.ts';
export {
  MAX_ENVELOPE_BYTES,
  type ReadTransaction,
  readTransaction,
  transactionHash,
  withoutSignatures,
} from './read-transaction.ts';
