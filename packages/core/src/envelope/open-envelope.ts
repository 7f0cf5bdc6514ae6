/** Decodes an envelope once, for all that read, compare and explain it. */
import { xdr } from '@stellar/stellar-sdk/base';
import { CountersignError } from '../errors/errors.ts';
import { withoutTrailing } from '../text/text.ts';
import { fromBase64 } from './bytes.ts';

/** The network's cap for a transaction envelope, in bytes (Stellar's mainnet settings, July 2026). */
export const MAX_ENVELOPE_BYTES = 132_096;

/** An envelope of any kind. */
export type OpenEnvelope = {
  readonly envelope: xdr.TransactionEnvelope;
  /** What it was decoded from: base64 with its padding, and nothing else. */
  readonly base64: string;
};

/**
 * @param text base64 or base64url, white space anywhere
 * @throws CountersignError XDR_UNREADABLE
 */
export function openEnvelope(text: string): OpenEnvelope {
  const base64 = normaliseBase64(text);
  try {
    return { envelope: xdr.TransactionEnvelope.fromXdr(fromBase64(base64)), base64 };
  } catch (cause) {
    throw new CountersignError('XDR_UNREADABLE', { cause });
  }
}

function normaliseBase64(text: string): string {
  // Base64 is a third larger than its bytes; a little room is left for white space.
  if (text.length > MAX_ENVELOPE_BYTES * 1.5) throw new CountersignError('XDR_UNREADABLE', { reason: 'too-large' });
  const base64 = withoutTrailing(text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/'), '=');
  if (base64 === '' || !/^[A-Za-z0-9+/]+$/.test(base64)) throw new CountersignError('XDR_UNREADABLE');
  if (base64.length * 0.75 > MAX_ENVELOPE_BYTES) throw new CountersignError('XDR_UNREADABLE', { reason: 'too-large' });
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
}
