/**
 * Stellar's address alphabet (SEP-23): base32 of a version byte, a payload and a CRC-16 checksum.
 *
 * Why not the SDK's: this is needed before the SDK is loaded (settings at start, the redactor before every log
 * line), and loading the SDK costs an assistant's host hundreds of milliseconds. Its tests compare it with the SDK and
 * SEP-23's vectors.
 */

export const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** By character code; -1 outside the alphabet. */
const BASE32_VALUES = Int8Array.from({ length: 128 }, (_, code) => BASE32_ALPHABET.indexOf(String.fromCharCode(code)));

/** `length`: of the payload, in bytes. */
const KINDS = {
  account: { version: 6 << 3, length: 32 }, // G
  muxedAccount: { version: 12 << 3, length: 40 }, // M
  secretSeed: { version: 18 << 3, length: 32 }, // S
  contract: { version: 2 << 3, length: 32 }, // C
} as const;

export type StrKeyKind = keyof typeof KINDS;
export type StrKey = { readonly kind: StrKeyKind; readonly payload: Uint8Array };

/** The kind and payload of a well-formed key of one of the four kinds; undefined for anything else. */
export function decodeStrKey(text: string): StrKey | undefined {
  const bytes = decodeBase32(text);
  if (bytes === undefined || bytes.length < 3) return undefined;
  const body = bytes.subarray(0, -2);
  const checksum = (bytes[bytes.length - 2] as number) | ((bytes[bytes.length - 1] as number) << 8);
  if (crc16(body) !== checksum) return undefined;
  const kind = (Object.keys(KINDS) as StrKeyKind[]).find((name) => KINDS[name].version === body[0]);
  if (kind === undefined || body.length - 1 !== KINDS[kind].length) return undefined;
  return { kind, payload: body.slice(1) };
}

export function encodeStrKey(kind: StrKeyKind, payload: Uint8Array): string {
  const body = new Uint8Array(payload.length + 1);
  body[0] = KINDS[kind].version;
  body.set(payload, 1);
  const checksum = crc16(body);
  return encodeBase32(new Uint8Array([...body, checksum & 0xff, checksum >> 8]));
}

function decodeBase32(text: string): Uint8Array | undefined {
  if (text.length > 120) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let buffer = 0;
  let at = 0;
  for (let place = 0; place < text.length; place++) {
    const value = BASE32_VALUES[text.charCodeAt(place)] ?? -1;
    if (value < 0) return undefined;
    buffer = ((buffer << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (buffer >> bits) & 0xff;
    }
  }
  // Left-over bits must be zero and fewer than a character's, else two texts would name one key.
  const canonical = bits < 5 && (buffer & ((1 << bits) - 1)) === 0;
  return canonical ? bytes : undefined;
}

function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let buffer = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32_ALPHABET[(buffer >> bits) & 31];
    }
  }
  return bits === 0 ? text : text + BASE32_ALPHABET[(buffer << (5 - bits)) & 31];
}

/** Of CRC-16/XMODEM, the checksum of Stellar's addresses and secret seeds (SEP-23). */
const POLYNOMIAL = 0x11021;

/** The remainder of `value` followed by so many zero bits, divided by the polynomial. @param value of 16 bits at most */
export function crc16Remainder(value: number, zeroBits: number): number {
  let rest = value;
  for (let bit = 0; bit < zeroBits; bit++) {
    rest <<= 1;
    if (rest & 0x10000) rest ^= POLYNOMIAL;
  }
  return rest;
}

/** What each byte adds to the checksum. */
const OF_BYTE = Uint16Array.from({ length: 256 }, (_, byte) => crc16Remainder(byte << 8, 8));

function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (OF_BYTE[(crc >> 8) ^ byte] as number);
  return crc;
}
