/** Stellar secret seeds inside a text: light, since settings are checked before anything is loaded. */
import { decodeStrKey } from './strkey.ts';

/** A part of a text, in UTF-16 units; `end` is the first that is no longer in it. */
export type Span = { readonly start: number; readonly end: number };

const LENGTH = 56;
/** More signs than this between two letters of a seed, and they belong to different things. */
const WIDEST_GAP = 8;
/** The version byte of a seed is 0x90: an `S`, and a second letter up to `D`. */
const FIRST = 18;
const HIGHEST_SECOND = 3;
const FIRST_DIGIT = 26;

/** Value of each ASCII character in base32, in either case; -1 for a letter or digit outside it; -2 for a sign. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toUpperCase();
  const value = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character);
  return value >= 0 ? value : /[0189]/.test(character) ? -1 : -2;
});
const CRC = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/**
 * Where valid seeds stand: alone in either case; glued to other letters in upper case; or cut by spaces, line breaks
 * and signs, as long as it begins and ends as a word does.
 *
 * Why not in either case wherever it is glued: a base64 XDR is full of letters, and a few in a million would by
 * chance hold something of that shape with a valid checksum. What is cut and in lower case must hold a digit (all but
 * one seed in 70,000 do), or prose without its spaces would be taken for one now and then.
 */
export function findSeeds(text: string): Span[] {
  const found: Span[] = [];
  if (text.length < LENGTH) return found;
  const values = new Uint8Array(text.length);
  const places = new Uint32Array(text.length);
  let count = 0;
  const look = () => {
    if (count >= LENGTH) found.push(...seedsOf(text, values.subarray(0, count), places));
    count = 0;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A letter of another script ends a word as a sign does.
    const value = code < 128 ? (VALUES[code] as number) : -2;
    if (value === -2) continue;
    if (value === -1) look();
    else {
      if (count > 0 && at - (places[count - 1] as number) > WIDEST_GAP + 1) look();
      values[count] = value;
      places[count] = at;
      count += 1;
    }
  }
  look();
  return found;
}

/** Seeds in one run of base32 characters. */
function seedsOf(text: string, values: Uint8Array, places: Uint32Array): Span[] {
  const found: Span[] = [];
  for (let first = 0; first + LENGTH <= values.length; first++) {
    if (values[first] !== FIRST || (values[first + 1] as number) > HIGHEST_SECOND) continue;
    const start = places[first] as number;
    const end = (places[first + LENGTH - 1] as number) + 1;
    if (!hasChecksum(values, first)) continue;
    const whole = end - start === LENGTH;
    const alone = !isWordCharacter(text, start - 1) && !isWordCharacter(text, end);
    const upper = !/[a-z]/.test(text.slice(start, end));
    const isSeed = alone
      ? whole || upper || values.slice(first, first + LENGTH).some((value) => value >= FIRST_DIGIT)
      : whole && upper && !isPartOfAddress(text, start);
    if (!isSeed) continue;
    found.push({ start, end });
    first += LENGTH - 1;
  }
  return found;
}

/** 280 bits: the version byte and the 32 of the key, then their CRC-16/XMODEM, low byte first (SEP-23). */
function hasChecksum(values: Uint8Array, first: number): boolean {
  let crc = 0;
  const last = first + LENGTH - 8;
  // Eight characters are five bytes, without a branch in between: a hostile text may be nothing but beginnings of seeds.
  for (let at = first; at < last; at += 8) {
    const high = twentyBits(values, at);
    const low = twentyBits(values, at + 4);
    crc = next(crc, high >> 12);
    crc = next(crc, (high >> 4) & 0xff);
    crc = next(crc, ((high & 0x0f) << 4) | (low >> 16));
    crc = next(crc, (low >> 8) & 0xff);
    crc = next(crc, low & 0xff);
  }
  const high = twentyBits(values, last);
  const low = twentyBits(values, last + 4);
  crc = next(crc, high >> 12);
  crc = next(crc, (high >> 4) & 0xff);
  crc = next(crc, ((high & 0x0f) << 4) | (low >> 16));
  return crc === ((low >> 8) & 0xff) + ((low & 0xff) << 8);
}

/** Four characters. */
const twentyBits = (values: Uint8Array, at: number): number =>
  ((values[at] as number) << 15) |
  ((values[at + 1] as number) << 10) |
  ((values[at + 2] as number) << 5) |
  (values[at + 3] as number);

const next = (crc: number, byte: number): number => ((crc << 8) ^ (CRC[(crc >> 8) ^ byte] as number)) & 0xffff;

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && VALUES[code] !== -2;
}

/** One muxed address in a million holds, by chance, what would be a seed by itself. */
function isPartOfAddress(text: string, at: number): boolean {
  let start = at;
  let end = at;
  while (isWordCharacter(text, start - 1) && at - start < 80) start--;
  while (isWordCharacter(text, end) && end - at < 80) end++;
  return decodeStrKey(text.slice(start, end)) !== undefined;
}
