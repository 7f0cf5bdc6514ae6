/** Verifies a signature with OpenSSL if available, ten times as fast as the JavaScript that browsers use. */
import { verify as verifyInJavaScript } from '@stellar/stellar-sdk/base';

/** What precedes the 32 bytes of a public key in its DER form (RFC 8410). */
const KEY_PREFIX = Uint8Array.from([0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]);

/** The part of node:crypto that is needed; this room is also type-checked and bundled for browsers. */
type OpenSsl = {
  createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): object;
  verify(algorithm: null, message: Uint8Array, key: object, signature: Uint8Array): boolean;
};
type MaybeNode = { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } };

const openssl = (globalThis as MaybeNode).process?.getBuiltinModule?.('node:crypto') as OpenSsl | undefined;

/**
 * @param signature 64 bytes
 * @param publicKey 32 bytes
 * @returns whether `signature` is the key's over `message`; also false for a key that is not a point on the curve
 */
export function verifyEd25519(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    if (openssl === undefined) return verifyInJavaScript(message, signature, publicKey);
    const key = openssl.createPublicKey({
      key: Uint8Array.from([...KEY_PREFIX, ...publicKey]),
      format: 'der',
      type: 'spki',
    });
    return openssl.verify(null, message, key, signature);
  } catch {
    return false;
  }
}
