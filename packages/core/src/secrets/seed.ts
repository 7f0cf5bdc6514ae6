/** Finds Stellar secret seeds in a text. Without dependencies, since settings are checked before anything is loaded. */
import { BASE32_ALPHABET, crc16Remainder, decodeStrKey } from '../escrow/strkey.ts';

/** A part of a text, in UTF-16 units; `end` is exclusive. */
export type Span = { readonly start: number; readonly end: number };

const LENGTH = 56;
/** The widest gap between two letters of one seed. */
const WIDEST_GAP = 8;
/** The version byte of a seed is 0x90: an `S`, and a second letter up to `D`. */
const FIRST = 18;
const HIGHEST_SECOND = 3;
const FIRST_DIGIT = 26;

/** Value of each ASCII character in base32, in either case; -1 for a letter or digit outside it; -2 for a sign. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toUpperCase();
  const value = BASE32_ALPHABET.indexOf(character);
  return value >= 0 ? value : /[0189]/.test(character) ? -1 : -2;
});

/** Indexed by the five bits that leave the remainder when a character is added. */
const NEXT = Uint16Array.from({ length: 32 }, (_, high) => crc16Remainder(high, 16));
/** Indexed by a byte of the remainder before a seed: what it contributes to the remainder at the seed's end. */
const BEFORE_HIGH = Uint16Array.from({ length: 256 }, (_, high) => crc16Remainder(high << 8, 5 * LENGTH));
const BEFORE_LOW = Uint16Array.from({ length: 256 }, (_, low) => crc16Remainder(low, 5 * LENGTH));

/** Reused for each text; holds nothing between two calls. */
let room = roomFor(0);

function roomFor(characters: number) {
  return { values: new Uint8Array(characters), places: new Uint32Array(characters) };
}

/**
 * Finds valid seeds: alone, in either case; next to other letters, in upper case; or split by spaces, line breaks and
 * punctuation, if it begins and ends at word boundaries.
 *
 * Why only upper case next to letters: a base64 XDR is full of letters, and a few in a million would contain a match by
 * chance. A split seed in lower case must have a digit (all but one in 70,000 do), or prose would match now and then.
 */
export function findSeeds(text: string): Span[] {
  const found: Span[] = [];
  if (text.length < LENGTH) return found;
  if (room.values.length < text.length) room = roomFor(text.length);
  const { values, places } = room;
  let count = 0;
  const look = () => {
    if (count >= LENGTH) found.push(...seedsOf(text, values.subarray(0, count), places));
    count = 0;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A letter of another script ends a word like punctuation.
    const value = code < 128 ? (VALUES[code] as number) : -2;
    if (value === -2) continue;
    if (value === -1) look();
    else {
      if (count > 0 && at - (places[count - 1] as number) > WIDEST_GAP + 1) look();
      // A run starts at its first S.
      if (count === 0 && value !== FIRST) continue;
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
  const remainders = remaindersOf(values);
  for (let first = 0; first + LENGTH <= values.length; first++) {
    if (values[first] !== FIRST || (values[first + 1] as number) > HIGHEST_SECOND) continue;
    if (!hasChecksum(values, remainders, first)) continue;
    const start = places[first] as number;
    const end = (places[first + LENGTH - 1] as number) + 1;
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

/** Whether this is a valid seed without its S, in either case. */
export function isRestOfSeed(rest: string): boolean {
  const values = new Uint8Array(LENGTH);
  values[0] = FIRST;
  for (let at = 1; at < LENGTH; at++) {
    const value = VALUES[rest.charCodeAt(at - 1)] ?? -1;
    if (value < 0) return false;
    values[at] = value;
  }
  return (values[1] as number) <= HIGHEST_SECOND && hasChecksum(values, remaindersOf(values), 0);
}

/** The remainder of all bits before each place: two of them are enough to check any part of the run. */
function remaindersOf(values: Uint8Array): Uint16Array {
  const remainders = new Uint16Array(values.length + 1);
  let rest = 0;
  for (let at = 0; at < values.length; at++) {
    rest = ((rest << 5) & 0xffff) ^ (NEXT[rest >> 11] as number) ^ (values[at] as number);
    remainders[at + 1] = rest;
  }
  return remainders;
}

/**
 * 280 bits: the version byte and the 32 of the key, then their CRC-16/XMODEM, low byte first (SEP-23). In constant time,
 * since a hostile text may consist of nothing but beginnings of seeds.
 */
function hasChecksum(values: Uint8Array, remainders: Uint16Array, first: number): boolean {
  const last = first + LENGTH - 1;
  // Of the last 16 bits one is in the fourth character from the end.
  const stated =
    (((values[last - 3] as number) & 1) << 15) |
    ((values[last - 2] as number) << 10) |
    ((values[last - 1] as number) << 5) |
    (values[last] as number);
  const crc = ((stated & 0xff) << 8) | (stated >> 8);
  const before = remainders[first] as number;
  const rest =
    (remainders[last + 1] as number) ^ (BEFORE_HIGH[before >> 8] as number) ^ (BEFORE_LOW[before & 0xff] as number);
  return rest === (crc ^ stated);
}

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && VALUES[code] !== -2;
}

/** One muxed address in a million contains a valid seed by chance. */
function isPartOfAddress(text: string, at: number): boolean {
  let start = at;
  let end = at;
  while (isWordCharacter(text, start - 1) && at - start < 80) start--;
  while (isWordCharacter(text, end) && end - at < 80) end++;
  return decodeStrKey(text.slice(start, end)) !== undefined;
}

const MAY_BE_KEY = /secret|seed|priv/i;
const TOKEN = /(?<![\w+/-])[\w+/-]{43,66}(?![\w+/-])/g;
const HEX = /^(?:0x)?[0-9a-f]{64}$/i;
/** The last of the 43 characters has only four bits of the 32 bytes; the other two are zero. */
const BASE64 = /^[\w+/-]{42}[AEIMQUYcgkosw048]$/;

/** How many characters before and after are searched for words. */
const BEFORE = 80;
const BEHIND = 20;
/** The most words between a key's name and the key. */
const MOST_BETWEEN = 3;
const NAMES_KEY = /^(?:secrets?|seeds?|secretkey|secretseed|priv|privkey|privatekey)$/;
/** Names of things with the same form that are not secret. */
const NAMES_OTHER = /^(?:hash|code|public|pub|transaction|tx)/;

/** Finds secret keys as 32 bytes in hex or base64, which only the words before them distinguish from a hash: within three words after a key's name, and not next to the name of something public. */
export function findRawKeys(text: string): Span[] {
  if (!MAY_BE_KEY.test(text)) return [];
  const tokens = [...text.matchAll(TOKEN)].filter(([token]) => HEX.test(token) || BASE64.test(token));
  const spans = tokens.map(({ 0: token, index }) => ({ start: index, end: index + token.length }));
  return spans.filter(({ start, end }) => isNamed(text, start, end));
}

function isNamed(text: string, start: number, end: number): boolean {
  const before = wordsIn(text.slice(Math.max(0, start - BEFORE), start));
  const name = before.findLastIndex(
    (word, at) => NAMES_KEY.test(word) || (word === 'key' && before[at - 1] === 'private'),
  );
  if (name === -1) return false;
  // “Secret key” and “secret seed” are one name.
  const last = /^(?:key|seed)$/.test(before[name + 1] ?? '') ? name + 1 : name;
  if (before.length - 1 - last > MOST_BETWEEN) return false;
  const [next = ''] = wordsIn(text.slice(end, end + BEHIND));
  return ![...before.slice(Math.max(0, name - 1)), next].some((word) => NAMES_OTHER.test(word));
}

/** In lower case; `secretKey` are two. */
function wordsIn(text: string): string[] {
  return (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}
