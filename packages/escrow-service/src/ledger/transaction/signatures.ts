/** Which signatures of a transaction are good, and which were needed. */
import { createPublicKey, verify } from 'node:crypto';
import { StrKey, type xdr } from '@stellar/stellar-sdk/base';

/** The signatures of one transaction. An account signs with its master key alone on this ledger. */
export class SignatureCheck {
  readonly #hash: Uint8Array;
  readonly #signatures: readonly xdr.DecoratedSignature[];
  readonly #used = new Set<xdr.DecoratedSignature>();

  constructor(hash: Uint8Array, signatures: readonly xdr.DecoratedSignature[]) {
    this.#hash = hash;
    this.#signatures = signatures;
  }

  /** Whether `account` signed; the signature that says so counts as used. */
  signedBy(account: string): boolean {
    const key = StrKey.decodeEd25519PublicKey(account);
    const found = this.#signatures.find(
      ({ hint, signature }) =>
        Buffer.from(hint.toBytes()).equals(key.subarray(28)) && isValid(this.#hash, signature.toBytes(), key),
    );
    if (found === undefined) return false;
    this.#used.add(found);
    return true;
  }

  /** The network takes no transaction with a signature that nothing needed, nor with the same one twice. */
  get allUsed(): boolean {
    return this.#used.size === this.#signatures.length;
  }
}

function isValid(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  const x = Buffer.from(key).toString('base64url');
  return verify(null, message, createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } }), signature);
}
