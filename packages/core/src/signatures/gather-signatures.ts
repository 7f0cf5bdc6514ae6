/** Collects signatures until they reach the weight; an envelope gets no more than the network needs. */
import { xdr } from '@stellar/stellar-sdk/base';
import { fromBase64, toBase64 } from '../envelope/bytes.ts';
import { addressOfKey, type ReadTransaction, readTransaction } from '../envelope/read-transaction.ts';
import { decodeStrKey } from '../escrow/index.ts';
import { isBy, preAuthorised, weighSignatures } from './weigh-signatures.ts';

export type SignerSignature = {
  /** G… */
  readonly signer: string;
  /** 64 bytes as base64. */
  readonly signature: string;
};

export type Signers = {
  /** The weight that the transaction needs, and the total weight of its signers so far. */
  readonly needed: number;
  readonly have: number;
  readonly signers: readonly { readonly address: string; readonly weight: number; readonly signed: boolean }[];
};

/** Whether more than an account's own key may be needed to sign for it. */
export function hasSeveralSigners(account: xdr.AccountEntry): boolean {
  const [own = 0, low = 0, medium = 0] = account.thresholds.toBytes();
  return account.signers.length > 0 || own < Math.max(low, medium, 1);
}

/** @param signed the addresses with a valid signature */
export function signersOf(read: ReadTransaction, account: xdr.AccountEntry, signed: ReadonlySet<string>): Signers {
  const { signers, needed } = weighSignatures({ ...read, signatures: [] }, account);
  const shown = signers.flatMap(({ key, weight }) => {
    if (key.type !== 'signerKeyTypeEd25519') return [];
    const address = addressOfKey(key);
    return [{ address, weight, signed: signed.has(address) }];
  });
  const have = shown.reduce((sum, { weight, signed }) => sum + (signed ? weight : 0), preAuthorised(read, signers));
  return { needed, have, signers: shown };
}

/** Whether signers with plain keys can reach the weight together. */
export function canBeReached({ needed, have, signers }: Signers): boolean {
  return have + signers.reduce((sum, { weight, signed }) => sum + (signed ? 0 : weight), 0) >= needed;
}

/** The valid signatures by plain keys, one for each signer; undefined if the envelope has any other signature. */
export function signaturesIn(read: ReadTransaction, account: xdr.AccountEntry): readonly SignerSignature[] | undefined {
  const keys = weighSignatures({ ...read, signatures: [] }, account).signers.map(({ key }) => key);
  const found = new Map<string, string>();
  for (const signature of read.signatures) {
    const key = keys.find((each) => each.type === 'signerKeyTypeEd25519' && isBy(signature, each, read.hash));
    if (key?.type !== 'signerKeyTypeEd25519') return undefined;
    found.set(addressOfKey(key), toBase64(signature.signature.toBytes()));
  }
  return [...found].map(([signer, signature]) => ({ signer, signature }));
}

/** With as few signatures as weigh enough, since the network refuses others; undefined while there are too few. */
export function signedWith(
  read: ReadTransaction,
  account: xdr.AccountEntry,
  signatures: readonly SignerSignature[],
  passphrase: string,
): ReadTransaction | undefined {
  const { needed, have, signers } = signersOf(read, account, new Set(signatures.map(({ signer }) => signer)));
  if (have < needed) return undefined;
  let over = have - needed;
  // Drops the lightest first, so that all that remain are needed, in any order.
  const needless = signers
    .filter(({ signed }) => signed)
    .toSorted((one, other) => one.weight - other.weight)
    .filter(({ weight }) => {
      if (weight > over) return false;
      over -= weight;
      return true;
    })
    .map(({ address }) => address);
  const needful = signatures
    .filter(({ signer }) => signers.some(({ address }) => address === signer) && !needless.includes(signer))
    .map(({ signer, signature }) => {
      const hint = decodeStrKey(signer)?.payload.subarray(-4) as Uint8Array;
      return new xdr.DecoratedSignature({ hint, signature: fromBase64(signature) });
    });
  const v1 = new xdr.TransactionV1Envelope({ tx: read.transaction, signatures: needful });
  return readTransaction(xdr.TransactionEnvelope.envelopeTypeTx(v1).toXdr('base64'), passphrase);
}
