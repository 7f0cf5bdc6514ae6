/** Checks signatures by the network's rules: which are valid, whether they reach the weight, and which were needed. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { xdr } from '@stellar/stellar-sdk/base';
import { accountId, remember } from '../keys.ts';

/** An account's thresholds: low for the transaction itself, and by kind for each operation. */
export type Threshold = 'low' | 'medium' | 'high';

/** The places of the weights in an account's thresholds. */
const PLACES = { master: 0, low: 1, medium: 2, high: 3 } as const;

/** In the network's order. */
const SIGNING_KINDS = ['signerKeyTypeHashX', 'signerKeyTypeEd25519', 'signerKeyTypeEd25519SignedPayload'] as const;

export class SignatureCheck {
  readonly #hash: Uint8Array;
  readonly #signatures: readonly xdr.DecoratedSignature[];
  readonly #used = new Set<xdr.DecoratedSignature>();

  constructor(hash: Uint8Array, signatures: readonly xdr.DecoratedSignature[]) {
    this.#hash = hash;
    this.#signatures = signatures;
  }

  /** Whether an account's signers reach the weight of `threshold`. */
  meets(account: xdr.AccountEntry, threshold: Threshold): boolean {
    const thresholds = account.thresholds.toBytes();
    const master = new xdr.Signer({ key: signerKeyOf(account.accountId), weight: thresholds[PLACES.master] as number });
    const signers = master.weight === 0 ? account.signers : [master, ...account.signers];
    return this.#weigh(signers, thresholds[PLACES[threshold]] as number);
  }

  /** Whether the key of an account (G…) that does not exist yet signed; it has no other signers. */
  signedByNew(account: string): boolean {
    return this.#weigh([new xdr.Signer({ key: signerKeyOf(accountId(account)), weight: 1 })], 0);
  }

  signedByAll(keys: readonly xdr.SignerKey[]): boolean {
    const signers = keys.map((key) => new xdr.Signer({ key, weight: 1 }));
    return keys.length === 0 || this.#weigh(signers, keys.length);
  }

  /** The network refuses a transaction with an unneeded or repeated signature. */
  get allUsed(): boolean {
    return this.#used.size === this.#signatures.length;
  }

  /** Stops once the weight is reached, so that later signatures count as unused. A weight of 0 needs one signature. */
  #weigh(signers: readonly xdr.Signer[], needed: number): boolean {
    let total = 0;
    for (const { key, weight } of signers) {
      if (key.type !== 'signerKeyTypePreAuthTx' || !isSame(key.preAuthTx, this.#hash)) continue;
      total += weight;
      if (total >= needed) return true;
    }
    for (const kind of SIGNING_KINDS) {
      const left = new Set(signers.filter(({ key }) => key.type === kind));
      for (const signature of this.#signatures) {
        const signer = [...left].find(({ key }) => isSignedBy(key, signature, this.#hash));
        if (signer === undefined) continue;
        left.delete(signer);
        this.#used.add(signature);
        total += signer.weight;
        if (total >= needed) return true;
      }
    }
    return false;
  }
}

/** The signer key of a pre-authorised transaction: its hash. It is removed when used. */
export function preAuthorised(hash: Uint8Array): xdr.SignerKey {
  return xdr.SignerKey.signerKeyTypePreAuthTx(hash);
}

function signerKeyOf(account: xdr.PublicKey): xdr.SignerKey {
  return xdr.SignerKey.signerKeyTypeEd25519(account.ed25519.toBytes());
}

function isSignedBy(key: xdr.SignerKey, { hint, signature }: xdr.DecoratedSignature, hash: Uint8Array): boolean {
  const signed = signature.toBytes();
  switch (key.type) {
    case 'signerKeyTypeEd25519': {
      const bytes = key.ed25519.toBytes();
      return isSame(hint, lastFour(bytes)) && verify(null, hash, publicKeyOf(bytes), signed);
    }
    case 'signerKeyTypeHashX':
      return (
        isSame(hint, lastFour(key.hashX.toBytes())) && isSame(key.hashX, createHash('sha256').update(signed).digest())
      );
    case 'signerKeyTypeEd25519SignedPayload': {
      const { ed25519, payload } = key.ed25519SignedPayload;
      const bytes = ed25519.toBytes();
      const ofPayload = lastFour(payload);
      const expected = lastFour(bytes).map((byte, at) => byte ^ (ofPayload[at] ?? 0));
      return isSame(hint, expected) && verify(null, payload, publicKeyOf(bytes), signed);
    }
    case 'signerKeyTypePreAuthTx':
      return false;
  }
}

function isSame(value: { toBytes(): Uint8Array }, bytes: Uint8Array): boolean {
  return Buffer.compare(value.toBytes(), bytes) === 0;
}

function lastFour(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(-4);
}

const KNOWN_SIGNERS = 1_000;

function publicKeyOf(bytes: Uint8Array) {
  return knownKey(Buffer.from(bytes).toString('base64url'));
}

/** Cached, since creating a key takes as long as verifying a signature. */
const knownKey = remember(KNOWN_SIGNERS, (x) =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } }),
);
