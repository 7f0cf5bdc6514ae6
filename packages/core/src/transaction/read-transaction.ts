/** A transaction envelope as it came in: decoded, measured and hashed; nothing is judged here but whether it can be read. */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { CountersignError } from '../errors.ts';
import { encodeStrKey } from '../escrow/index.ts';
import { toHex } from './bytes.ts';

/** The network's cap for a transaction envelope, in bytes (Stellar's mainnet settings, July 2026). */
export const MAX_ENVELOPE_BYTES = 132_096;

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
 * @throws CountersignError XDR_UNREADABLE, XDR_TOO_LARGE, FEE_BUMPED
 */
export function readTransaction(text: string, passphrase: string): ReadTransaction {
  const { envelope, canonical } = openEnvelope(text);
  if (envelope.type === 'envelopeTypeTxFeeBump') throw new CountersignError('FEE_BUMPED');
  if (envelope.type !== 'envelopeTypeTx') {
    throw new CountersignError('XDR_UNREADABLE', {
      message: 'This is an envelope of an old or unknown kind, not a v1 transaction.',
    });
  }
  const { tx, signatures } = envelope.v1;
  return describeTransaction(tx, signatures, passphrase, { xdr: envelope.toXdr('base64'), canonical });
}

/**
 * An envelope of any kind, decoded, and encoded again; `canonical`: whether that gives the bytes that came in.
 * @throws CountersignError XDR_UNREADABLE, XDR_TOO_LARGE
 */
export function openEnvelope(text: string): {
  readonly envelope: xdr.TransactionEnvelope;
  readonly canonical: boolean;
  readonly again: string;
} {
  const base64 = normaliseBase64(text);
  const envelope = decodeEnvelope(base64);
  const again = envelope.toXdr('base64');
  return { envelope, canonical: again === base64, again };
}

/** What is read from a transaction itself. `written` is its envelope as it came in. */
export function describeTransaction(
  transaction: xdr.Transaction,
  signatures: readonly xdr.DecoratedSignature[],
  passphrase: string,
  written: Pick<ReadTransaction, 'xdr' | 'canonical'>,
): ReadTransaction {
  const digest = transactionHash(transaction, passphrase);
  const timeBounds = readTimeBounds(transaction.cond);
  return {
    ...written,
    transaction,
    signatures: [...signatures],
    hash: digest,
    hashHex: toHex(digest),
    source: accountOf(transaction.sourceAccount),
    fee: BigInt(transaction.fee),
    ...(timeBounds === undefined ? {} : { timeBounds }),
  };
}

/** SHA-256 of network id, envelope type and transaction: what a signature signs. */
export function transactionHash(transaction: xdr.Transaction, passphrase: string): Uint8Array {
  const payload = new xdr.TransactionSignaturePayload({
    networkId: hash(passphrase),
    taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(transaction),
  });
  return hash(payload.toXdr());
}

/** The account behind an address of the source kind: the G address, also under an M. */
export function accountOf(account: xdr.MuxedAccount): string {
  const key = account.type === 'keyTypeEd25519' ? account.ed25519 : account.med25519.ed25519;
  return encodeStrKey('account', key.toBytes());
}

function normaliseBase64(text: string): string {
  // Base64 is a third larger than its bytes; a little room is left for white space.
  if (text.length > MAX_ENVELOPE_BYTES * 1.5) throw new CountersignError('XDR_TOO_LARGE');
  const base64 = text.replace(/\s+/g, '').replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  if (base64 === '' || !/^[A-Za-z0-9+/]+$/.test(base64)) throw new CountersignError('XDR_UNREADABLE');
  if (base64.length * 0.75 > MAX_ENVELOPE_BYTES) throw new CountersignError('XDR_TOO_LARGE');
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
}

function decodeEnvelope(base64: string): xdr.TransactionEnvelope {
  try {
    return xdr.TransactionEnvelope.fromXdr(base64, 'base64');
  } catch (cause) {
    throw new CountersignError('XDR_UNREADABLE', { cause });
  }
}

function readTimeBounds(condition: xdr.Preconditions): ReadTransaction['timeBounds'] {
  const bounds =
    condition.type === 'precondTime'
      ? condition.timeBounds
      : condition.type === 'precondV2'
        ? (condition.v2.timeBounds ?? undefined)
        : undefined;
  return bounds === undefined ? undefined : { minTime: bounds.minTime, maxTime: bounds.maxTime };
}
