/** Reads an untrusted transaction envelope. */
import { createHash } from 'node:crypto';
import { StrKey, xdr } from '@stellar/stellar-sdk/base';

/** The network's limit, in bytes. */
const MAX_TRANSACTION_BYTES = 132_096;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export type ReadTransaction = {
  readonly tx: xdr.Transaction;
  readonly signatures: readonly xdr.DecoratedSignature[];
  /** 32 bytes; what `signatures` sign. */
  readonly hash: Uint8Array;
  /** The envelope's hash on the network: a fee bump's own, else the transaction's. Lower-case hex. */
  readonly hashHex: string;
  /** The envelope in canonical base64. */
  readonly base64: string;
  /** The G address of the source account, also for an M address. */
  readonly source: string;
  readonly bump?: FeeBump;
};

/** The payer of somebody else's transaction, and the maximum fee. */
export type FeeBump = {
  /** G address. */
  readonly source: string;
  /** In stroops, for everything. */
  readonly fee: bigint;
  readonly signatures: readonly xdr.DecoratedSignature[];
  /** 32 bytes; what these `signatures` sign. */
  readonly hash: Uint8Array;
  /** Of the transaction inside. Lower-case hex. */
  readonly innerHashHex: string;
};

export class EnvelopeError extends Error {}

/** @throws EnvelopeError where it is not a transaction envelope in canonical XDR */
export function readEnvelope(text: string, networkId: Uint8Array): ReadTransaction {
  if (text.length > Math.ceil(MAX_TRANSACTION_BYTES / 3) * 4) throw new EnvelopeError('the transaction is too large');
  if (!BASE64.test(text) || text.length % 4 !== 0) throw new EnvelopeError('the transaction is not base64');
  const bytes = Buffer.from(text, 'base64');
  const envelope = decode(bytes);
  const tagged = xdr.TransactionSignaturePayloadTaggedTransaction;
  const digest = (taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction) =>
    sha256(new xdr.TransactionSignaturePayload({ networkId, taggedTransaction }).toXdr());
  const { tx, signatures } = plainEnvelope(envelope);
  const transactionHash = digest(tagged.envelopeTypeTx(tx));
  const read = {
    tx,
    signatures,
    hash: transactionHash,
    hashHex: toHex(transactionHash),
    base64: bytes.toString('base64'),
    source: accountOf(tx.sourceAccount),
  };
  if (envelope.type !== 'envelopeTypeTxFeeBump') return read;
  const { feeBump } = envelope;
  const bumpHash = digest(tagged.envelopeTypeTxFeeBump(feeBump.tx));
  return {
    ...read,
    hashHex: toHex(bumpHash),
    bump: {
      source: accountOf(feeBump.tx.feeSource),
      fee: feeBump.tx.fee,
      signatures: feeBump.signatures,
      hash: bumpHash,
      innerHashHex: read.hashHex,
    },
  };
}

function plainEnvelope(envelope: xdr.TransactionEnvelope): xdr.TransactionV1Envelope {
  switch (envelope.type) {
    case 'envelopeTypeTx':
      return envelope.v1;
    case 'envelopeTypeTxV0':
      return upgraded(envelope.v0);
    case 'envelopeTypeTxFeeBump':
      return envelope.feeBump.tx.innerTx.v1;
  }
}

/** Converts a v0 envelope to v1, as the network does; they differ only in a type tag. */
function upgraded({ tx, signatures }: xdr.TransactionV0Envelope): xdr.TransactionV1Envelope {
  const keyTypeEd25519 = Buffer.alloc(4);
  const bytes = Buffer.concat([keyTypeEd25519, tx.toXdr()]);
  return new xdr.TransactionV1Envelope({ tx: xdr.Transaction.fromXdr(bytes), signatures });
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** The G address of an account that may be written as M. */
export function accountOf(account: xdr.MuxedAccount): string {
  const key = account.type === 'keyTypeEd25519' ? account.ed25519 : account.med25519.ed25519;
  return StrKey.encodeEd25519PublicKey(key.toBytes());
}

/** The codec is strict: padding, flags and trailing bytes must be as the network writes them. */
function decode(bytes: Buffer): xdr.TransactionEnvelope {
  try {
    return xdr.TransactionEnvelope.fromXdr(bytes);
  } catch {
    throw new EnvelopeError('the transaction cannot be decoded');
  }
}
