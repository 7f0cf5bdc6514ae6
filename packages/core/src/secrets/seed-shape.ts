/** Recognises a broken secret seed: a character missing, extra or wrong, in either case, or in groups. */
import { isRestOfSeed, type Span } from './seed.ts';

const [SHORTEST, LONGEST] = [50, 60];
/** How many characters may be ones that a seed never has: the digits 0, 1, 8 and 9, or letters of the other case. */
const MOST_ODD = 2;
/** The widest gap between two parts of a seed, as in quoted lines or joined code. */
const WIDEST_GAP = 8;
/** Up to this many parts may have any length; more must be equally long (±1), and the last may be shorter. */
const FEW_PARTS = 3;
/** The shortest first part, so that “Bob’s” before an address does not begin a seed. */
const SHORTEST_FIRST = 4;
/** The fewest digits in a seed in parts: only one seed in 200 has fewer, and prose in capitals has none. */
const FEWEST_DIGITS = 4;
/** Six zero bytes in base64: no seed has that many equal letters in a row. */
const ZEROS = 'AAAAAAAA';

/** Runs of letters and digits: their places, and running totals of each kind of character. */
type Tokens = Readonly<ReturnType<typeof roomFor>> & { readonly count: number };

/** Finds tokens with a seed's length and letters, with any checksum. Linear in the text. */
export function findBrokenSeeds(text: string): Span[] {
  const found: Span[] = [];
  if (text.length < SHORTEST) return found;
  const tokens = tokensOf(text);
  for (let at = 1; at < tokens.count; at++) {
    const start = startOf(tokens, at);
    const size = sizeOf(tokens, at);
    const last = size >= SHORTEST ? at : lastPart(text, tokens, at);
    if (last === undefined) continue;
    const isSeed =
      last > at
        ? hasLetters(tokens, at, last, FEWEST_DIGITS)
        : size <= LONGEST && (isSeedInShape(text, tokens, at) || lacksFirst(text.slice(start, start + size)));
    if (!isSeed || isBase64OfZeros(text, start, endOf(tokens, last))) continue;
    found.push({ start, end: endOf(tokens, last) });
    at = last;
  }
  return found;
}

/** The kind of each ASCII character in a token; anything else separates tokens. */
const [NONE, SMALL, LARGE, DIGIT, ODD] = [0, 1, 2, 3, 4];
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return SMALL;
  if (/[A-Z]/.test(character)) return LARGE;
  if (/[2-7]/.test(character)) return DIGIT;
  return /[0189]/.test(character) ? ODD : NONE;
});

/** Reused for each text, since allocating costs as much as scanning. Holds nothing between two calls. */
let columns = roomFor(0);

function roomFor(characters: number) {
  const column = () => new Uint32Array((characters >> 1) + 2);
  return { starts: column(), ends: column(), small: column(), large: column(), digits: column(), odd: column() };
}

/** The tokens, after an empty first one. In typed arrays, since a text may consist of nothing but tokens. */
function tokensOf(text: string): Tokens {
  if (columns.starts.length < (text.length >> 1) + 2) columns = roomFor(text.length);
  const { starts, ends } = columns;
  const { small: smalls, large: larges, digits: ofDigits, odd: odds } = columns;
  let [count, small, large, digits, odd] = [1, 0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const start = at;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const kind = code < 128 ? KINDS[code] : NONE;
      if (kind === SMALL) small++;
      else if (kind === LARGE) large++;
      else if (kind === DIGIT) digits++;
      else if (kind === ODD) odd++;
      else break;
    }
    if (at === start) continue;
    starts[count] = start;
    ends[count] = at;
    smalls[count] = small;
    larges[count] = large;
    ofDigits[count] = digits;
    odds[count] = odd;
    count++;
  }
  return { count, ...columns };
}

const startOf = ({ starts }: Tokens, at: number): number => starts[at] as number;
const endOf = ({ ends }: Tokens, at: number): number => ends[at] as number;
const beginsSeed = (text: string, start: number): boolean => (text.charCodeAt(start) | 0x20) === 0x73;
const sizeOf = (tokens: Tokens, at: number): number => endOf(tokens, at) - startOf(tokens, at);
const countOf = (column: Uint32Array, first: number, last: number): number =>
  (column[last] as number) - (column[first - 1] as number);

function lastPart(text: string, tokens: Tokens, first: number): number | undefined {
  const start = startOf(tokens, first);
  if (!beginsSeed(text, start)) return undefined;
  const even = sizeOf(tokens, first);
  // Bounded, since a text may consist of nothing but beginnings of seeds.
  const farthest = Math.min(tokens.count, first + LONGEST) - 1;
  if (countOf(tokens.digits, first, farthest) < FEWEST_DIGITS) return undefined;
  // The token before equal parts may be an ordinary word, which begins no seed.
  if (!BEGINS_SEED.test(text.slice(start, start + Math.min(2, even)))) return undefined;
  let length = even;
  let last = first;
  let isEven = true;
  for (let next = first + 1; next < tokens.count; next++) {
    const size = sizeOf(tokens, next);
    const gap = startOf(tokens, next) - endOf(tokens, last);
    // A token as long as a seed is a whole seed, or an address.
    if (gap > WIDEST_GAP || size >= SHORTEST || length + size > LONGEST) break;
    if (next - first >= FEW_PARTS && !(isEven && size <= even + 1)) break;
    isEven &&= Math.abs(size - even) <= 1;
    length += size;
    last = next;
  }
  const begins = even >= SHORTEST_FIRST || last - first >= FEW_PARTS;
  return length >= SHORTEST && begins ? last : undefined;
}
const BEGINS_SEED = /^s(?:[a-d]|$)/i;

/** Whether the letters are in one case and of the right alphabet, except for `MOST_ODD`. */
function hasLetters({ small, large, digits, odd }: Tokens, first: number, last: number, fewestDigits: number): boolean {
  return (
    Math.min(countOf(small, first, last), countOf(large, first, last)) <= MOST_ODD &&
    countOf(odd, first, last) <= MOST_ODD &&
    countOf(digits, first, last) >= fewestDigits
  );
}

function isSeedInShape(text: string, tokens: Tokens, at: number): boolean {
  const [start, end] = [startOf(tokens, at), endOf(tokens, at)];
  if (!beginsSeed(text, start)) return false;
  // Only lower-case letters is a long word; an onion address is in lower case too.
  const isLower = countOf(tokens.small, at, at) > countOf(tokens.large, at, at);
  if (isLower && text.startsWith('.onion', end)) return false;
  return hasLetters(tokens, at, at, isLower ? 1 : 0);
}

/** The end of one XDR in some thousands looks like a seed: part of a key, then numbers that are mostly zeros. */
function isBase64OfZeros(text: string, start: number, end: number): boolean {
  return text.slice(start, end).includes(ZEROS) && /[+/=]/.test(text.slice(Math.max(0, start - 1), end + 1));
}

/** Without its correct first letter, only the checksum distinguishes a seed from an address. */
function lacksFirst(token: string): boolean {
  const rest = token.length === 55 ? token : token.length === 56 ? token.slice(1) : undefined;
  return rest !== undefined && isRestOfSeed(rest);
}
