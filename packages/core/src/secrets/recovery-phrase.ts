/** BIP-39 recovery phrases in English: words of the list in a row, of an exact number, with a valid checksum. */
import { sha256 } from '@noble/hashes/sha2.js';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Span } from './seed.ts';

const INDEX: ReadonlyMap<string, number> = new Map(wordlist.map((word, index) => [word, index]));
const LENGTHS = [12, 15, 18, 21, 24] as const;
const SHORTEST = 12;
const LONGEST = 24;
/** Letters of the list's words. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 8;
/**
 * Places in one text that are tried. At each of them one of the five lengths has a valid checksum by chance in 12
 * cases of 100, so among 250 there is one but for a chance of 10^-13: what follows is refused without a look.
 */
const MOST_PLACES = 250;

/** A list's line break, indentation, number, quotes and signs. */
const WIDEST_GAP = 24;

const LETTER = /\p{L}/u;
const CASED = /[\p{Lu}\p{Ll}]/u;
const SMALL = /\p{Ll}/u;

/**
 * Where phrases stand: each run of list words that holds one, whole, since where exactly a phrase begins among other
 * words of the list cannot be told. Numbers and signs between the words, as in a written list, do not hide them.
 */
export function findPhrases(text: string): Span[] {
  if (text.length < SHORTEST * SHORTEST_WORD) return [];
  let tried = 0;
  return runsOfListWords(text)
    .filter((run) => {
      tried += run.length - SHORTEST + 1;
      return tried > MOST_PLACES || holdsPhrase(run);
    })
    .map((run) => ({ start: (run[0] as Word).start, end: (run.at(-1) as Word).end }));
}

/**
 * Whether several texts are the parts of one phrase: neighbours of which each has list words alone, and together an
 * exact number of them. What holds no word at all (an amount) stands between them without harm.
 */
export function isPhraseInParts(texts: readonly string[]): boolean {
  let parts: number[][] = [];
  for (const text of texts) {
    const words = wordsOf(text).map(({ index }) => index);
    if (words.length === 0) continue;
    if (words.length >= LONGEST || words.includes(undefined)) {
      parts = [];
      continue;
    }
    parts.push(words as number[]);
    let together: number[] = [];
    for (let first = parts.length - 1; first >= 0 && together.length < LONGEST; first--) {
      together = [...(parts[first] as number[]), ...together];
      if (first < parts.length - 1 && LENGTHS.some((length) => length === together.length) && hasChecksum(together)) {
        return true;
      }
    }
  }
  return false;
}

type Word = Span & { readonly index: number };

function holdsPhrase(run: readonly Word[]): boolean {
  const indexes = run.map(({ index }) => index);
  for (let at = 0; at + SHORTEST <= run.length; at++) {
    if (LENGTHS.some((length) => at + length <= run.length && hasChecksum(indexes.slice(at, at + length)))) return true;
  }
  return false;
}

/** BIP-39: 11 bits a word; of these the first 32 in 33 are entropy, the rest the first bits of its SHA-256. */
function hasChecksum(indexes: readonly number[]): boolean {
  const bytes = new Uint8Array(Math.ceil((indexes.length * 11) / 8));
  for (const [position, index] of indexes.entries()) {
    for (let bit = 0; bit < 11; bit++) {
      if (index & (1 << (10 - bit))) {
        const at = position * 11 + bit;
        bytes[at >> 3] = (bytes[at >> 3] as number) | (1 << (7 - (at & 7)));
      }
    }
  }
  const checksumBits = indexes.length / 3;
  const entropyBytes = (indexes.length * 11 - checksumBits) / 8;
  const shift = 8 - checksumBits;
  const [first = 0] = sha256(bytes.subarray(0, entropyBytes));
  return first >> shift === (bytes[entropyBytes] as number) >> shift;
}

/** Each run of at least twelve. */
function runsOfListWords(text: string): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  let last = 0;
  const end = () => {
    if (run.length >= SHORTEST) runs.push(run);
    run = [];
  };
  for (const { index, start, end: after } of wordsOf(text)) {
    if (index === undefined || (run.length > 0 && isApart(text.slice(last, start)))) end();
    if (index !== undefined) run.push({ index, start, end: after });
    last = after;
  }
  end();
  return runs;
}

/**
 * Whether what stands between two words parts them: more than a list's own signs and its number. Without this the
 * names of fields in a JSON of figures, or of files in a listing, would now and then be taken for a phrase.
 */
function isApart(between: string): boolean {
  return between.length > WIDEST_GAP || /\d{3}|[3-9]\d/.test(between);
}

type Piece = Span & { readonly index: number | undefined };

/** The words of a text; any number of them in a row that the list does not have are one piece, without an index. */
function wordsOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (start: number, end: number, index: number | undefined): void => {
    const isOneMore = index === undefined && pieces.length > 0 && pieces.at(-1)?.index === undefined;
    if (!isOneMore) pieces.push({ start, end, index });
  };
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfLetters(text, start);
    if (end === start) continue;
    const whole = indexOf(text, start, end);
    if (whole !== undefined || end - start < SHORTEST_WORD) add(start, end, whole);
    else addParts(text, start, end, add);
  }
  return pieces;
}

type Add = (start: number, end: number, index: number | undefined) => void;

/** The parts of a run of letters: words may be set apart by capitals alone. */
function addParts(text: string, start: number, end: number, add: Add): void {
  for (let at = start, after = start; at < end; at = after) {
    const code = text.charCodeAt(at);
    after += widthAt(text, at);
    // After a letter that is neither large nor small nothing belongs to it.
    if (code < ASCII || CASED.test(characterAt(text, at))) after = endOfSmall(text, after, end);
    add(at, after, indexOf(text, at, after));
  }
}

/** Without an expression for ASCII: transactions are long, and looked through whenever one goes out. */
function endOfLetters(text: string, start: number): number {
  let end = start;
  for (let code = text.charCodeAt(end); ; code = text.charCodeAt(end)) {
    if (isSmall(code | 32) && code < ASCII) end++;
    else if (code >= ASCII && LETTER.test(characterAt(text, end))) end += widthAt(text, end);
    else return end;
  }
}

function endOfSmall(text: string, start: number, limit: number): number {
  let end = start;
  while (end < limit) {
    const code = text.charCodeAt(end);
    if (isSmall(code)) end++;
    else if (code >= ASCII && SMALL.test(characterAt(text, end))) end += widthAt(text, end);
    else break;
  }
  return end;
}

const ASCII = 0x80;
const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) as number);
const widthAt = (text: string, at: number): number => ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
const isSmall = (code: number): boolean => code >= 97 && code <= 122;

/** Most of what stands in base64 is ruled out by its length alone. */
function indexOf(text: string, start: number, end: number): number | undefined {
  const length = end - start;
  return length < SHORTEST_WORD || length > LONGEST_WORD ? undefined : INDEX.get(text.slice(start, end).toLowerCase());
}
