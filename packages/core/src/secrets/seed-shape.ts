/** What was meant as a secret seed and is none: a character short, one too many or wrong, in either case, in groups. */
import { decodeStrKey } from '../escrow/strkey.ts';
import type { Span } from './seed.ts';

const [SHORTEST, LONGEST] = [50, 60];
/** A seed has none of the digits 0, 1, 8 and 9, and is in one case: so many characters may be wrong in this way. */
const MOST_ODD = 2;
/** What stands between two parts of a seed: as it does where lines are quoted or joined in code. */
const WIDEST_GAP = 8;
/** Parts of any length are as many; more than these must be equally long, but for a character, and the last shorter. */
const FEW_PARTS = 3;
/** Of a few parts the first is as long: “Bob’s” before an address begins no seed. */
const SHORTEST_FIRST = 4;
/** Digits in a seed that is cut: all but one seed in 200 have more, and prose in capitals has none. */
const FEWEST_DIGITS = 4;
/** Base64 of zeros looks like a seed too. */
const FEWEST_LETTERS = 6;

/** Letters and digits in a row, and how many of each kind there were in all tokens up to this one. */
type Token = Span & { readonly small: number; readonly large: number; readonly digits: number; readonly odd: number };

/** Where something stands by itself that has a seed's length and letters, whatever its checksum. Linear in the text. */
export function findBrokenSeeds(text: string): Span[] {
  const found: Span[] = [];
  if (text.length < SHORTEST) return found;
  const tokens = tokensOf(text);
  for (let at = 1; at < tokens.length; at++) {
    const { start, end } = tokens[at] as Token;
    const size = end - start;
    const last = size >= SHORTEST ? at : lastPart(text, tokens, at);
    if (last === undefined) continue;
    const isSeed =
      last > at
        ? hasLetters(tokens, at, last, FEWEST_DIGITS)
        : size <= LONGEST && (isSeedInShape(text, tokens, at) || lacksFirst(text.slice(start, end)));
    if (!isSeed) continue;
    found.push({ start, end: (tokens[last] as Token).end });
    at = last;
  }
  return found;
}

/** Behind one that is empty. */
function tokensOf(text: string): Token[] {
  let [start, small, large, digits, odd] = [-1, 0, 0, 0, 0];
  const tokens: Token[] = [{ start: 0, end: 0, small, large, digits, odd }];
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) small++;
    else if (code >= 65 && code <= 90) large++;
    else if (code >= 50 && code <= 55) digits++;
    else if (code >= 48 && code <= 57) odd++;
    else {
      if (start !== -1) tokens.push({ start, end: at, small, large, digits, odd });
      start = -1;
      continue;
    }
    if (start === -1) start = at;
  }
  return tokens;
}

const beginsSeed = (text: string, { start }: Span): boolean => (text.charCodeAt(start) | 0x20) === 0x73;
const sizeOf = (token: Token | undefined): number => (token === undefined ? 0 : token.end - token.start);

/** The last part of what begins as a seed does and is as long as one, in parts. */
function lastPart(text: string, tokens: readonly Token[], first: number): number | undefined {
  const { start } = tokens[first] as Token;
  const even = sizeOf(tokens[first]);
  // Not followed further: texts may be nothing but beginnings of seeds.
  const farthest = Math.min(tokens.length, first + LONGEST) - 1;
  if (digitsIn(tokens, first, farthest) < FEWEST_DIGITS) return undefined;
  // Other words than a seed's beginning stand before what is cut as well.
  if (!/^s(?:[a-d]|$)/i.test(text.slice(start, start + Math.min(2, even)))) return undefined;
  let length = even;
  let last = first;
  let isEven = true;
  for (let next = first + 1; next < tokens.length; next++) {
    const size = sizeOf(tokens[next]);
    const gap = (tokens[next] as Token).start - (tokens[last] as Token).end;
    // What is as long as a seed is one by itself, or an address.
    if (gap > WIDEST_GAP || size >= SHORTEST || length + size > LONGEST) break;
    if (next - first >= FEW_PARTS && !(isEven && size <= even + 1)) break;
    isEven &&= Math.abs(size - even) <= 1;
    length += size;
    last = next;
  }
  const begins = even >= SHORTEST_FIRST || last - first >= FEW_PARTS;
  return length >= SHORTEST && begins ? last : undefined;
}

/** In one case and of the right alphabet, but for what may be wrong. */
function hasLetters(tokens: readonly Token[], first: number, last: number, fewestDigits: number): boolean {
  const [before, behind] = [tokens[first - 1] as Token, tokens[last] as Token];
  const ofOtherCase = Math.min(behind.small - before.small, behind.large - before.large);
  const odd = behind.odd - before.odd;
  return ofOtherCase <= MOST_ODD && odd <= MOST_ODD && digitsIn(tokens, first, last) >= fewestDigits;
}

function digitsIn(tokens: readonly Token[], first: number, last: number): number {
  return (tokens[last] as Token).digits - (tokens[first - 1] as Token).digits;
}

function isSeedInShape(text: string, tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1] as Token, tokens[at] as Token];
  if (!beginsSeed(text, token)) return false;
  // Letters alone in lower case are a long word; so is an onion's address none of ours.
  const isLower = token.small - before.small > token.large - before.large;
  if (isLower && text.startsWith('.onion', token.end)) return false;
  return hasLetters(tokens, at, at, isLower ? 1 : 0) && !isBase64OfZeros(text, token);
}

function isBase64OfZeros(text: string, { start, end }: Span): boolean {
  const isPart = /[+/]/.test(text.slice(Math.max(0, start - 1), start)) || /[+/=]/.test(text.slice(end, end + 1));
  return isPart && new Set(text.slice(start, end)).size < FEWEST_LETTERS;
}

/** With its first letter missing or wrong nothing but the checksum tells a seed from an address. */
function lacksFirst(token: string): boolean {
  const rest = token.length === 55 ? token : token.length === 56 ? token.slice(1) : undefined;
  return rest !== undefined && decodeStrKey(`S${rest.toUpperCase()}`)?.kind === 'secretSeed';
}
