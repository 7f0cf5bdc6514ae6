/** Reads every kind of envelope, to explain it. The escrow service accepts only a plain v1 transaction. */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import type { OpenEnvelope } from './open-envelope.ts';
import { describeTransaction, type ReadTransaction, readV1, transactionHash } from './read-transaction.ts';

export type ReadEnvelope = {
  /** `v0` is how transactions were written before 2020; the network still takes it, and hashes it as v1. */
  readonly kind: 'v0' | 'v1' | 'fee-bump';
  /** The transaction; of a fee bump the one inside. */
  readonly inner: ReadTransaction;
  /** Present for a fee bump alone. */
  readonly feeBump?: FeeBump;
};

/** Somebody else pays the fee of a transaction that is signed already. */
type FeeBump = {
  readonly feeSource: xdr.MuxedAccount;
  /** Stroops: the most that the network may take for both. */
  readonly fee: bigint;
  readonly signatures: readonly xdr.DecoratedSignature[];
  /** What the fee's payer signs on the network of a passphrase. */
  readonly digest: (passphrase: string) => Uint8Array;
};

export function readEnvelope({ envelope, base64 }: OpenEnvelope, passphrase: string): ReadEnvelope {
  if (envelope.type === 'envelopeTypeTx') return { kind: 'v1', inner: readV1(envelope.v1, base64, passphrase) };
  const again = envelope.toXdr('base64');
  const inside = (transaction: xdr.Transaction, signatures: readonly xdr.DecoratedSignature[]) =>
    describeTransaction(transaction, signatures, transactionHash(transaction, passphrase), {
      xdr: again,
      canonical: again === base64,
    });
  if (envelope.type === 'envelopeTypeTxV0') {
    return { kind: 'v0', inner: inside(asV1(envelope.v0.tx), envelope.v0.signatures) };
  }
  const { tx, signatures } = envelope.feeBump;
  const { fee, feeSource, innerTx } = tx;
  return {
    kind: 'fee-bump',
    inner: inside(innerTx.v1.tx, innerTx.v1.signatures),
    feeBump: { feeSource, fee, signatures, digest: (of) => feeBumpHash(tx, of) },
  };
}

/** The network signs and executes a v0 transaction as the v1 transaction with the same content. */
function asV1(old: xdr.TransactionV0): xdr.Transaction {
  return new xdr.Transaction({
    sourceAccount: xdr.MuxedAccount.keyTypeEd25519(old.sourceAccountEd25519),
    fee: old.fee,
    seqNum: old.seqNum,
    cond: old.timeBounds === null ? xdr.Preconditions.precondNone() : xdr.Preconditions.precondTime(old.timeBounds),
    memo: old.memo,
    operations: [...old.operations],
    ext: xdr.TransactionExt.v0(),
  });
}

function feeBumpHash(transaction: xdr.FeeBumpTransaction, passphrase: string): Uint8Array {
  const payload = new xdr.TransactionSignaturePayload({
    networkId: hash(passphrase),
    taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTxFeeBump(transaction),
  });
  return hash(payload.toXdr());
}
