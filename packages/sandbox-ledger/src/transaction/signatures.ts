/** Which signatures of a transaction are good, and which were needed. */
import { createPublicKey, verify } from 'node:crypto';
import { StrKey, type xdr } from '@stellar/stellar-sdk/base';
import { remember } from '../remember.ts';

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
    const { key, hint } = signerOf(account);
    const found = this.#signatures.find(
      (signed) => hint.equals(signed.hint.toBytes()) && verify(null, this.#hash, key, signed.signature.toBytes()),
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

const KNOWN_SIGNERS = 1_000;

/** Making a key takes as long as checking a signature with it. */
const signerOf = remember(KNOWN_SIGNERS, (account) => {
  const bytes = Buffer.from(StrKey.decodeEd25519PublicKey(account));
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return { key: createPublicKey({ format: 'jwk', key: jwk }), hint: bytes.subarray(28) };
});
