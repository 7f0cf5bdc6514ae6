/** Verifies a message signed by SEP-53. Such a signature can never be one of a transaction. */
import { hash } from '@stellar/stellar-sdk/base';
import { fromBase64, fromHex, joined } from '../envelope/bytes.ts';
import { decodeStrKey } from '../escrow/index.ts';
import { verifyEd25519 } from './ed25519.ts';

/** SEP-53's prefix: without it, a transaction's hash could be passed off as a message. */
const PREFIX = new TextEncoder().encode('Stellar Signed Message:\n');

const SIGNATURE_BYTES = 64;
const HEX = /^[0-9a-f]{128}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{86}(?:==)?$/;

/**
 * @param given base64 or hex; spaces and line breaks from copying are ignored
 * @returns undefined if it is not 64 bytes
 */
export function readMessageSignature(given: string | Uint8Array): Uint8Array | undefined {
  if (typeof given !== 'string') return given.length === SIGNATURE_BYTES ? given : undefined;
  const text = given.replace(/\s/g, '');
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

/** The hash that a key signs for a message. */
export function messageHash(message: string | Uint8Array): Uint8Array {
  return hash(joined(PREFIX, typeof message === 'string' ? new TextEncoder().encode(message) : message));
}
