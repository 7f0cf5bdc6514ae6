/** What else wallets, explorers and tools give out in base64, by the name that a person can look for. */
import { xdr } from '@stellar/stellar-sdk/base';
import { fromBase64 } from '../bytes.ts';

/** Gives something or throws. */
type Kind = readonly [name: string, read: (bytes: Uint8Array) => unknown];

const SIGNATURE = 'a signature without its transaction';
const SIGNATURE_BYTES = 64;
/** With its hint of 4 bytes and its length. */
const DECORATED_SIGNATURE_BYTES = 72;

/** The distinctive ones first: some short values read as several. */
const KINDS: readonly Kind[] = [
  ['a transaction without its envelope, which has no room for a signature', (raw) => xdr.Transaction.fromXdr(raw)],
  ['the result of a transaction', (raw) => xdr.TransactionResult.fromXdr(raw)],
  ['the result of a transaction with its hash', (raw) => xdr.TransactionResultPair.fromXdr(raw)],
  ['the metadata of a transaction’s result', (raw) => xdr.TransactionMeta.fromXdr(raw)],
  ['the metadata of a transaction’s result', (raw) => xdr.TransactionResultMeta.fromXdr(raw)],
  ['the resources of a contract call (SorobanTransactionData)', (raw) => xdr.SorobanTransactionData.fromXdr(raw)],
  ['an entry of the ledger', (raw) => xdr.LedgerEntry.fromXdr(raw)],
  ['the data of a ledger entry', (raw) => xdr.LedgerEntryData.fromXdr(raw)],
  ['an authorisation entry of a contract call', (raw) => xdr.SorobanAuthorizationEntry.fromXdr(raw)],
  [
    'what a wallet signs of a transaction, without its signature',
    (raw) => xdr.TransactionSignaturePayload.fromXdr(raw),
  ],
  [SIGNATURE, (raw) => raw.length === DECORATED_SIGNATURE_BYTES && xdr.DecoratedSignature.fromXdr(raw)],
  ['a diagnostic event of a contract', (raw) => xdr.DiagnosticEvent.fromXdr(raw)],
  ['an event of a contract', (raw) => xdr.ContractEvent.fromXdr(raw)],
  ['a single operation', (raw) => xdr.Operation.fromXdr(raw)],
  ['the key of a ledger entry', (raw) => xdr.LedgerKey.fromXdr(raw)],
  ['a value of a contract', (raw) => xdr.ScVal.fromXdr(raw)],
];

/** Each kind costs a decoding, so longer texts are only called base64. */
const LONGEST = 24_000;

/** @param body base64 or base64url. @returns the kind's name; undefined where it is none of these */
export function otherKindOf(body: string): string | undefined {
  if (body.length > LONGEST || body.length % 4 === 1) return undefined;
  const bytes = fromBase64(body);
  if (bytes.length === SIGNATURE_BYTES) return SIGNATURE;
  if (bytes.length < 8 || bytes.length % 4 !== 0) return undefined;
  return KINDS.find(([, read]) => reads(read, bytes))?.[0];
}

function reads(read: Kind[1], bytes: Uint8Array): boolean {
  try {
    return read(bytes) !== false;
  } catch {
    return false;
  }
}
