/** Decodes and hashes a transaction envelope as it came in. Nothing is judged here except whether it can be read. */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { CountersignError } from '../errors/errors.ts';
import { encodeStrKey } from '../escrow/index.ts';
import { withoutTrailing } from '../text/text.ts';
import { fromBase64, joined, toBase64, toHex } from './bytes.ts';

export type ReadTransaction = {
  /** The envelope as canonical base64. */
  readonly xdr: string;
  /** Whether decoding and encoding again gave the bytes that came in. */
  readonly canonical: boolean;
  readonly transaction: xdr.Transaction;
  readonly signatures: readonly xdr.DecoratedSignature[];
  /** What is signed: SHA-256 over network id, envelope type and transaction. */
  readonly hash: Uint8Array;
  /** The same as lower-case hex, which is how networks and people name the transaction. */
  readonly hashHex: string;
  /** The account that pays and whose sequence is used (G…, also where the envelope says M…). */
  readonly source: string;
  /** Stroops, the most that the network may take. */
  readonly fee: bigint;
  /** Seconds since 1970; absent where the transaction has none. 0 means unbounded. */
  readonly timeBounds?: { readonly minTime: bigint; readonly maxTime: bigint };
};

/**
 * @param text base64 or base64url, white space anywhere
 * @throws CountersignError XDR_UNREADABLE, FEE_BUMPED
 * @example
 * ```ts
 * import { readTransaction } from '@countersign/core/envelope';
 * import { NETWORKS } from '@countersign/core/network';
 *
 * const xdr =
 *   'AAAAAgAAAAB72iLeEG/bFdv5lr+AcR/x4ZG19/DrGyc1TBUCNa8S7QAAAGQAAAAAAAAACAAAAAEAAAAAAAAAAAAAAAAAAAAA' +
 *   'AAAAAAAAAAEAAAAAAAAAAQAAAADkgbkKgpJeEHjP1xzuhDXXF6vziWjo5W/LDlndoZvG/gAAAAAAAAAAAvrwgAAAAAAAAAAA';
 * const { source, fee, signatures, hashHex } = readTransaction(xdr, NETWORKS.sandbox.passphrase);
 * console.log(source, fee, signatures.length); // → GB55UIW6CBX5WFO37GLL7ADRD7Y6DENV67YOWGZHGVGBKARVV4JO2… 100n 0
 * console.log(hashHex); // what a wallet signs; another passphrase gives another hash
 * ```
 */
export function readTransaction(text: string, passphrase: string): ReadTransaction {
  return readOpened(openEnvelope(text), passphrase);
}

/** As `readTransaction`, of an envelope that is decoded already. @throws CountersignError XDR_UNREADABLE, FEE_BUMPED */
export function readOpened({ envelope, base64 }: OpenEnvelope, passphrase: string): ReadTransaction {
  if (envelope.type === 'envelopeTypeTxFeeBump') throw new CountersignError('FEE_BUMPED');
  if (envelope.type !== 'envelopeTypeTx') {
    throw new CountersignError('XDR_UNREADABLE', {
      message: 'This is an envelope of an old or unknown kind, not a v1 transaction.',
    });
  }
  return readV1(envelope.v1, base64, passphrase);
}

/** Encoded only once for both hash and XDR, so exactly the bytes that are handed out are hashed. */
export function readV1(v1: xdr.TransactionV1Envelope, base64: string, passphrase: string): ReadTransaction {
  const signed = signedBytes(Tagged.envelopeTypeTx(v1.tx), passphrase);
  const signatures = xdr.encodeArray(xdr.DecoratedSignature, v1.signatures);
  const again = toBase64(joined(signed.subarray(NETWORK_ID_BYTES), signatures));
  return describeTransaction(v1.tx, v1.signatures, hash(signed), { xdr: again, canonical: again === base64 });
}

/** @param digest what is signed of it @param encoding its envelope as it came in */
export function describeTransaction(
  transaction: xdr.Transaction,
  signatures: readonly xdr.DecoratedSignature[],
  digest: Uint8Array,
  encoding: Pick<ReadTransaction, 'xdr' | 'canonical'>,
): ReadTransaction {
  const timeBounds = timeBoundsOf(transaction.cond);
  return {
    ...encoding,
    transaction,
    signatures: [...signatures],
    hash: digest,
    hashHex: toHex(digest),
    source: accountOf(transaction.sourceAccount),
    fee: BigInt(transaction.fee),
    ...(timeBounds === null ? {} : { timeBounds }),
  };
}

export function withoutSignatures(read: ReadTransaction): ReadTransaction {
  return { ...read, xdr: unsignedXdrOf(read), signatures: [] };
}

/** The envelope without signatures, in canonical base64. */
export function unsignedXdrOf({ transaction }: ReadTransaction): string {
  const v1 = new xdr.TransactionV1Envelope({ tx: transaction, signatures: [] });
  return xdr.TransactionEnvelope.envelopeTypeTx(v1).toXdr('base64');
}

/** SHA-256 of network id, envelope type and transaction: what a signature signs. */
export function transactionHash(transaction: xdr.Transaction, passphrase: string): Uint8Array {
  return hash(signedBytes(Tagged.envelopeTypeTx(transaction), passphrase));
}

const NETWORK_ID_BYTES = 32;

const Tagged = xdr.TransactionSignaturePayloadTaggedTransaction;

function signedBytes(
  taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction,
  passphrase: string,
): Uint8Array {
  return new xdr.TransactionSignaturePayload({ networkId: hash(passphrase), taggedTransaction }).toXdr();
}

/** The account behind an address of the source kind: the G address, also under an M. */
export const accountOf = (account: xdr.MuxedAccount): string =>
  addressOfKey(account.type === 'keyTypeEd25519' ? account : account.med25519);

/** G…, of whatever has a public key. */
export const addressOfKey = ({ ed25519 }: { readonly ed25519: { toBytes(): Uint8Array } }): string =>
  encodeStrKey('account', ed25519.toBytes());

export function operationSources({ transaction }: ReadTransaction): string[] {
  return transaction.operations.flatMap(({ sourceAccount }) =>
    sourceAccount === null ? [] : [accountOf(sourceAccount)],
  );
}

function timeBoundsOf(condition: xdr.Preconditions): xdr.TimeBounds | null {
  if (condition.type === 'precondTime') return condition.timeBounds;
  return condition.type === 'precondV2' ? condition.v2.timeBounds : null;
}

/** The network's cap for a transaction envelope, in bytes (Stellar's mainnet settings, July 2026). */
export const MAX_ENVELOPE_BYTES = 132_096;

export type OpenEnvelope = {
  readonly envelope: xdr.TransactionEnvelope;
  /** What it was decoded from: base64 with its padding, and nothing else. */
  readonly base64: string;
};

/** @param text base64 or base64url, white space anywhere. @throws CountersignError XDR_UNREADABLE */
export function openEnvelope(text: string): OpenEnvelope {
  const base64 = normaliseBase64(text);
  try {
    return { envelope: xdr.TransactionEnvelope.fromXdr(fromBase64(base64)), base64 };
  } catch (cause) {
    throw new CountersignError('XDR_UNREADABLE', { cause });
  }
}

function normaliseBase64(text: string): string {
  // Base64 is a third larger than its bytes; a little room is left for white space.
  if (text.length > MAX_ENVELOPE_BYTES * 1.5) throw new CountersignError('XDR_UNREADABLE', { reason: 'too-large' });
  const base64 = withoutTrailing(text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/'), '=');
  if (base64 === '' || !/^[A-Za-z0-9+/]+$/.test(base64)) throw new CountersignError('XDR_UNREADABLE');
  if (base64.length * 0.75 > MAX_ENVELOPE_BYTES) throw new CountersignError('XDR_UNREADABLE', { reason: 'too-large' });
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
}

/** Reads every kind of envelope, to explain it. The escrow service accepts only a plain v1 transaction. */
export type ReadEnvelope = {
  /** `v0` is how transactions were written before 2020; the network still takes it, and hashes it as v1. */
  readonly kind: 'v0' | 'v1' | 'fee-bump';
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
    feeBump: { feeSource, fee, signatures, digest: (of) => hash(signedBytes(Tagged.envelopeTypeTxFeeBump(tx), of)) },
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
