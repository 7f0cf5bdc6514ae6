/** Whether Discord signed a request: Ed25519 over the timestamp and the body, byte by byte as they came. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** The prefix of a 32-byte Ed25519 key in the form that Node reads. Source: RFC 8410, section 4. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY = /^[0-9a-f]{64}$/i;
const SIGNATURE = /^[0-9a-f]{128}$/i;
/** Seconds since 1970. */
const TIMESTAMP = /^\d{1,12}$/;

export type Signed = { readonly signature: Buffer; readonly timestamp: string; readonly signedAt: number };

export const isPublicKey = (text: string): boolean => KEY.test(text);

/** @param hex as the developer portal shows it */
export function publicKeyOf(hex: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, Buffer.from(hex, 'hex')]), format: 'der', type: 'spki' });
}

/** Undefined if a header is missing or malformed; the body is not read then. */
export function signedIn({ headers }: { readonly headers: Headers }): Signed | undefined {
  const signature = headers.get('x-signature-ed25519') ?? '';
  const timestamp = headers.get('x-signature-timestamp') ?? '';
  if (!SIGNATURE.test(signature) || !TIMESTAMP.test(timestamp)) return undefined;
  return { signature: Buffer.from(signature, 'hex'), timestamp, signedAt: Number(timestamp) * 1_000 };
}

export function isSignedBy(key: KeyObject, { signature, timestamp }: Signed, body: Uint8Array): boolean {
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, signature);
}
