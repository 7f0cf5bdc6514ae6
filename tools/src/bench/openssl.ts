/** Checks signatures with OpenSSL alone: the least that a signature could cost. */
import { createPublicKey, verify } from 'node:crypto';

/** @param publicKey of Ed25519, 32 bytes. @returns a check that throws for a wrong signature */
export function opensslCheck(publicKey: Uint8Array): (hash: Uint8Array, signature: Uint8Array) => void {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') };
  const key = createPublicKey({ format: 'jwk', key: jwk });
  return (hash, signature) => {
    if (!verify(null, hash, key, signature)) throw new Error('a signature of the bench is wrong');
  };
}
