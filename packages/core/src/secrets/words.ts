/** The words of BIP-39’s lists, as people write them, and the words of a text with their entries there. */
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { CASED, HAN, kindOf, LETTER, LISTED, plainText, plainWord, SMALL } from './letters.ts';
import { otherWordlists } from './other-wordlists.ts';
import type { Span } from './seed.ts';

/** A word with its entries, or several unlisted words in a row without any. */
export type Piece = Span & { readonly entries: readonly Entry[] | undefined };

/** Letters of the lists' words in ASCII; others may be written with a mark at each letter. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 9;
const LONGEST_MARKED = 24;
const ASCII = 0x80;

export function wordsOf(text: string, lexicon: Lexicon): Piece[] {
  const pieces: Piece[] = [];
  let isOther = false;
  const add = (start: number, end: number, entries: readonly Entry[] | undefined): void => {
    if (entries !== undefined || !isOther) pieces.push({ start, end, entries });
    isOther = entries === undefined;
  };
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfLetters(text, start);
    if (end === start) continue;
    const whole = entriesOf(text, start, end, lexicon);
    if (whole !== undefined) add(start, end, whole);
    else {
      // Words may be separated only by capitals.
      for (let at = start, after = start; at < end; at = after) {
        after = endOfPart(text, at, end);
        add(at, after, after - at === end - start ? undefined : entriesOf(text, at, after, lexicon));
      }
    }
  }
  return pieces;
}

const LONG_ENOUGH = 11;
const WIDEST_GAP = 24;

/** Whether there are enough words of the right letters and length in a row; most texts end here, without the lists. */
export function hasWordsInRow(text: string): boolean {
  let count = 0;
  let last = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfLetters(text, start);
    if (end === start) continue;
    if (start - last > WIDEST_GAP) count = 0;
    const isListed = mayBeWord(text, start, end);
    let after = endOfPart(text, start, end);
    if (after === end) count = isListed ? count + 1 : 0;
    else {
      const isWord = isListed && !(isMixed(text, start, end) && onlyOfBase64(text, last, start));
      let parts = count;
      for (let at = start; at < end; at = after) {
        after = endOfPart(text, at, end);
        parts = mayBeWord(text, at, after) ? parts + 1 : 0;
        if (parts >= LONG_ENOUGH) return true;
      }
      count = isWord ? Math.max(count + 1, parts) : parts;
    }
    if (count >= LONG_ENOUGH) return true;
    last = end;
  }
  return false;
}

/** Capitals after small letters, or small letters after several capitals. */
function isMixed(text: string, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) {
    const isSmall = text.charCodeAt(at) >= 97;
    if (isSmall !== text.charCodeAt(at - 1) >= 97 && !(isSmall && at === start + 1)) return true;
  }
  return false;
}

/** Digits and the slash before them. */
function onlyOfBase64(text: string, start: number, end: number): boolean {
  if (start === end) return false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 47 || code > 57) return false;
  }
  return true;
}

function endOfLetters(text: string, start: number): number {
  let end = start;
  while (end < text.length && (kindOf(text.charCodeAt(end)) & LETTER) !== 0) end++;
  return end;
}

/** The end of a part that starts at `start`; a letter without case ends it. */
function endOfPart(text: string, start: number, limit: number): number {
  let end = start + 1;
  if ((kindOf(text.charCodeAt(start)) & CASED) === 0) return end;
  while (end < limit && (kindOf(text.charCodeAt(end)) & SMALL) !== 0) end++;
  return end;
}

/** A test by length and letters, which rules out nearly all of base64. */
function mayBeWord(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length > LONGEST_MARKED) return false;
  if (length === 1) return (kindOf(text.charCodeAt(start)) & HAN) !== 0;
  let isAscii = true;
  let every = LISTED | HAN;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    every &= kindOf(code);
    isAscii &&= code < ASCII;
  }
  if ((every & LISTED) === 0) return false;
  return isAscii ? length >= SHORTEST_WORD && length <= LONGEST_WORD : true;
}

function entriesOf(text: string, start: number, end: number, lexicon: Lexicon): readonly Entry[] | undefined {
  return mayBeWord(text, start, end) ? lexicon.get(plainWord(text.slice(start, end))) : undefined;
}

/** A word's place, language, and whether only its beginning is written: in one number, since there are 30,000. */
export type Entry = number;
/** The words of BIP-39's lists, as people write them: without accents too, and by their first four letters. */
export const indexOf = (entry: Entry): number => entry & 0x7ff;
export const languageOf = (entry: Entry): number => (entry >> 11) & 0x0f;
export const isPrefix = (entry: Entry): boolean => entry >> 15 === 1;

type Lexicon = ReadonlyMap<string, readonly Entry[]>;

/** Four letters tell every word of these lists from all others. */
const PREFIX = 4;
const WITHOUT_PREFIXES = /^(?:japanese|korean|simplified-chinese|traditional-chinese)$/;
export const LANGUAGES = 10;

let lexicon: Lexicon | undefined;
/** Known once the lexicon is. */
const chinese = new Set<number>();

/** Whether a language's words are single characters, which prose does not set apart. */
export const isChinese = (language: number): boolean => chinese.has(language);

export function wholeLexicon(): Lexicon {
  if (lexicon !== undefined) return lexicon;
  const lists = [['english', english] as const, ...otherWordlists()];
  const found = new Map<string, Entry[]>();
  const add = (word: string, entry: Entry): void => {
    const entries = found.get(word);
    if (entries === undefined) found.set(word, [entry]);
    else entries.push(entry);
  };
  for (const [language, [name, words]] of lists.entries()) {
    if (name.endsWith('chinese')) chinese.add(language);
    const hasPrefixes = !WITHOUT_PREFIXES.test(name);
    // Once for the whole list: word by word it takes three times as long.
    for (const [index, word] of plainText(words.join(' ')).split(' ').entries()) {
      const entry = (language << 11) | index;
      add(word, entry);
      if (hasPrefixes && word.length > PREFIX) add(word.slice(0, PREFIX), (1 << 15) | entry);
    }
  }
  lexicon = found;
  return lexicon;
}
