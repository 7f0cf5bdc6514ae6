/** Every kind of envelope there is, for explaining it: the escrow service takes a plain v1 transaction alone. */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { describeTransaction, openEnvelope, type ReadTransaction } from './read-transaction.ts';

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

/**
 * @param text base64 or base64url, white space anywhere
 * @throws CountersignError XDR_UNREADABLE, XDR_TOO_LARGE
 */
export function readEnvelope(text: string, passphrase: string): ReadEnvelope {
  const { envelope, canonical, again } = openEnvelope(text);
  const written = { xdr: again, canonical };
  switch (envelope.type) {
    case 'envelopeTypeTx': {
      const { tx, signatures } = envelope.v1;
      return { kind: 'v1', inner: describeTransaction(tx, signatures, passphrase, written) };
    }
    case 'envelopeTypeTxV0': {
      const { tx, signatures } = envelope.v0;
      return { kind: 'v0', inner: describeTransaction(asV1(tx), signatures, passphrase, written) };
    }
    case 'envelopeTypeTxFeeBump': {
      const { tx, signatures } = envelope.feeBump;
      const { tx: inner, signatures: innerSignatures } = tx.innerTx.v1;
      return {
        kind: 'fee-bump',
        inner: describeTransaction(inner, innerSignatures, passphrase, written),
        feeBump: { feeSource: tx.feeSource, fee: tx.fee, signatures, digest: (of) => feeBumpHash(tx, of) },
      };
    }
  }
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
