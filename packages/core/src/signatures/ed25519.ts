/** Verifies signatures of Ed25519, and of messages (SEP-53), which can never be those of a transaction. */
import { hash, verify as verifyInJavaScript } from '@stellar/stellar-sdk/base';
import { fromBase64, fromHex, joined } from '../envelope/bytes.ts';
import { decodeStrKey } from '../escrow/index.ts';

/** SEP-53's prefix: without it, a transaction's hash could be passed off as a message. */
const PREFIX = new TextEncoder().encode('Stellar Signed Message:\n');

const SIGNATURE_BYTES = 64;
const HEX = /^[0-9a-f]{128}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{86}(?:==)?$/;

/** @param signature base64 or hex; white space from copying is ignored. @returns undefined if it is not 64 bytes */
export function readMessageSignature(signature: string | Uint8Array): Uint8Array | undefined {
  if (typeof signature !== 'string') return signature.length === SIGNATURE_BYTES ? signature : undefined;
  const text = signature.replace(/\s/g, '');
  if (HEX.test(text)) return fromHex(text);
  return BASE64.test(text) ? fromBase64(text.slice(0, 86)) : undefined;
}

/**
 * @param address G address; only its own key counts, not those of its other signers
 * @param signature as a wallet gave it
 * @example
 * ```ts
 * import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
 * import { sandboxKeypair } from '@countersign/core/sandbox-keys';
 * import { hasSignedMessage, messageHash } from '@countersign/core/signatures';
 *
 * const [{ name, address }] = SANDBOX_ACCOUNTS;
 * const signature = sandboxKeypair(name).sign(messageHash('This wallet is mine')); // a real wallet does this
 * console.log(hasSignedMessage(address, 'This wallet is mine', signature)); // → true
 * console.log(hasSignedMessage(address, 'This wallet is yours', signature)); // → false
 * ```
 */
export function hasSignedMessage(
  address: string,
  message: string | Uint8Array,
  signature: string | Uint8Array,
): boolean {
  const key = decodeStrKey(address);
  const bytes = readMessageSignature(signature);
  if (key?.kind !== 'account' || bytes === undefined) return false;
  return verifyEd25519(messageHash(message), bytes, key.payload);
}

export function messageHash(message: string | Uint8Array): Uint8Array {
  return hash(joined(PREFIX, typeof message === 'string' ? new TextEncoder().encode(message) : message));
}

/** What precedes the 32 bytes of a public key in its DER form (RFC 8410). */
const KEY_PREFIX = Uint8Array.from([0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]);

/** The part of node:crypto that is needed; this module is also type-checked and bundled for browsers. */
type OpenSsl = {
  createPublicKey(key: { key: Uint8Array; format: 'der'; type: 'spki' }): object;
  verify(algorithm: null, message: Uint8Array, key: object, signature: Uint8Array): boolean;
};
type MaybeNode = { readonly process?: { readonly getBuiltinModule?: (name: string) => unknown } };

/** Ten times as fast as the JavaScript that browsers use. */
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
