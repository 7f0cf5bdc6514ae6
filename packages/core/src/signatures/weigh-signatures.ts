/**
 * Weighs signatures as the network does (stellar-core, SignatureChecker and TransactionFrame). They count in the order of
 * the envelope until the weight is reached, so the same signatures in another order may leave one unneeded.
 */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { sameBytes } from '../envelope/bytes.ts';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import { verifyEd25519 } from './ed25519.ts';

export type Weighing = {
  readonly signers: readonly xdr.Signer[];
  /** The weight that a contract call of this account must have. */
  readonly needed: number;
  /** The weight that signatures and a pre-authorisation have reached. */
  readonly weight: number;
  readonly reached: boolean;
  /** By the signatures' places: the signer whose signature it is and whose weight was needed. */
  readonly counted: ReadonlyMap<number, xdr.Signer>;
};

/** The account's own key among its signers, unless it has no weight. */
function signersOf({ accountId, thresholds, signers }: xdr.AccountEntry): xdr.Signer[] {
  const [weight = 0] = thresholds.toBytes();
  const own = xdr.SignerKey.signerKeyTypeEd25519(accountId.ed25519.toBytes());
  return [...(weight === 0 ? [] : [new xdr.Signer({ key: own, weight })]), ...signers];
}

/** The account that pays must reach its low threshold for the transaction, and its medium one for a contract call. */
export function weighSignatures(read: ReadTransaction, account: xdr.AccountEntry): Weighing {
  const [, low = 0, medium = 0] = account.thresholds.toBytes();
  const signers = signersOf(account);
  const counted = new Map<number, xdr.Signer>();
  const weights = [low, medium].map((needed) => weigh(read, signers, needed, counted));
  return {
    signers,
    // Even with thresholds of 0 the network needs one signature.
    needed: Math.max(low, medium, 1),
    weight: Math.max(...weights.map(({ weight }) => weight)),
    reached: weights.every(({ reached }) => reached),
    counted,
  };
}

/** In the network's order. A pre-authorised transaction counts before these, without a signature. */
const KINDS = ['signerKeyTypeHashX', 'signerKeyTypeEd25519', 'signerKeyTypeEd25519SignedPayload'] as const;

function weigh(
  read: ReadTransaction,
  signers: readonly xdr.Signer[],
  needed: number,
  counted: Map<number, xdr.Signer>,
): { readonly weight: number; readonly reached: boolean } {
  let weight = preAuthorised(read, signers);
  if (weight > 0 && weight >= needed) return { weight, reached: true };
  for (const kind of KINDS) {
    const left = signers.filter(({ key }) => key.type === kind);
    for (const [place, signature] of read.signatures.entries()) {
      const at = left.findIndex(({ key }) => isBy(signature, key, read.hash));
      const [signer] = at < 0 ? [] : left.splice(at, 1);
      if (signer === undefined) continue;
      counted.set(place, signer);
      weight += signer.weight;
      if (weight >= needed) return { weight, reached: true };
    }
  }
  return { weight, reached: false };
}

export function preAuthorised({ hash }: ReadTransaction, signers: readonly xdr.Signer[]): number {
  const own = signers.filter(
    ({ key }) => key.type === 'signerKeyTypePreAuthTx' && sameBytes(key.preAuthTx.toBytes(), hash),
  );
  return own.reduce((sum, { weight }) => sum + weight, 0);
}

/** Whether a signature is a signer's, over the transaction with this hash. */
export function isBy(signature: xdr.DecoratedSignature, key: xdr.SignerKey, digest: Uint8Array): boolean {
  if (!sameBytes(signature.hint.toBytes(), hintOf(key))) return false;
  const bytes = signature.signature.toBytes();
  switch (key.type) {
    case 'signerKeyTypeEd25519':
      return bytes.length === 64 && verifyEd25519(digest, bytes, key.ed25519.toBytes());
    case 'signerKeyTypeHashX':
      return sameBytes(hash(bytes), key.hashX.toBytes());
    case 'signerKeyTypeEd25519SignedPayload': {
      const { ed25519, payload } = key.ed25519SignedPayload;
      return bytes.length === 64 && verifyEd25519(payload, bytes, ed25519.toBytes());
    }
    case 'signerKeyTypePreAuthTx':
      return false;
  }
}

/** The four-byte hint of a signer's key (CAP-21 and CAP-40). */
export function hintOf(key: xdr.SignerKey): Uint8Array {
  switch (key.type) {
    case 'signerKeyTypeEd25519':
      return key.ed25519.toBytes().subarray(-4);
    case 'signerKeyTypeHashX':
      return key.hashX.toBytes().subarray(-4);
    case 'signerKeyTypePreAuthTx':
      return key.preAuthTx.toBytes().subarray(-4);
    case 'signerKeyTypeEd25519SignedPayload': {
      const { ed25519, payload } = key.ed25519SignedPayload;
      // A payload shorter than four bytes is padded with zeros at the end.
      const end = Uint8Array.from({ length: 4 }, (_, place) => payload.subarray(-4)[place] ?? 0);
      return ed25519
        .toBytes()
        .subarray(-4)
        .map((byte, place) => byte ^ (end[place] as number));
    }
  }
}
