/** A transaction as it comes in from outside, read with care. */
import { hash, StrKey, xdr } from '@stellar/stellar-sdk/base';

/** The network's limit, in bytes. */
export const MAX_TRANSACTION_BYTES = 132_096;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export type ReadTransaction = {
  readonly tx: xdr.Transaction;
  readonly signatures: readonly xdr.DecoratedSignature[];
  /** 32 bytes; what signatures sign. */
  readonly hash: Uint8Array;
  readonly hashHex: string;
  /** The envelope in canonical base64. */
  readonly base64: string;
  /** The G address of the source account, also where the transaction has an M address. */
  readonly source: string;
};

export class EnvelopeError extends Error {}

/**
 * @throws EnvelopeError where it is no transaction envelope in canonical XDR
 * @returns the transaction, or `unsupported` for kinds that this ledger does not take
 */
export function readEnvelope(text: string, networkId: Uint8Array): ReadTransaction | 'unsupported' {
  if (text.length > Math.ceil(MAX_TRANSACTION_BYTES / 3) * 4) throw new EnvelopeError('the transaction is too large');
  if (!BASE64.test(text) || text.length % 4 !== 0) throw new EnvelopeError('the transaction is not base64');
  const bytes = Buffer.from(text, 'base64');
  const envelope = decode(bytes);
  if (envelope.type !== 'envelopeTypeTx') return 'unsupported';
  const { tx, signatures } = envelope.v1;
  const payload = new xdr.TransactionSignaturePayload({
    networkId,
    taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(tx),
  });
  const digest = hash(payload.toXdr());
  return {
    tx,
    signatures,
    hash: digest,
    hashHex: Buffer.from(digest).toString('hex'),
    base64: bytes.toString('base64'),
    source: accountOf(tx.sourceAccount),
  };
}

/** The G address of an account that may be written as M. */
export function accountOf(account: xdr.MuxedAccount): string {
  const key = account.type === 'keyTypeEd25519' ? account.ed25519 : account.med25519.ed25519;
  return StrKey.encodeEd25519PublicKey(key.toBytes());
}

function decode(bytes: Buffer): xdr.TransactionEnvelope {
  let envelope: xdr.TransactionEnvelope;
  let again: Uint8Array;
  try {
    envelope = xdr.TransactionEnvelope.fromXdr(bytes);
    again = envelope.toXdr();
  } catch {
    throw new EnvelopeError('the transaction cannot be decoded');
  }
  if (!bytes.equals(again)) throw new EnvelopeError('the transaction is not in canonical XDR');
  return envelope;
}
