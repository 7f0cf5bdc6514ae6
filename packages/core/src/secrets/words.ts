/** The words of a text, each with what BIP-39's lists say of it. */
import { type Entry, type Lexicon, plainWord } from './lexicon.ts';
import type { Span } from './seed.ts';

/** Of several words in a row that no list has there is one piece, without entries. */
export type Piece = Span & { readonly entries: readonly Entry[] | undefined };

/** Letters of the lists' words in ASCII; others may be written with a mark at each letter. */
const SHORTEST_WORD = 3;
const LONGEST_WORD = 9;
const LONGEST_MARKED = 24;

const LETTER = /[\p{L}\p{M}]/u;
const CASED = /[\p{Lu}\p{Ll}]/u;
const SMALL = /[\p{Ll}\p{M}]/u;

export function wordsOf(text: string, lexicon: Lexicon): Piece[] {
  const pieces: Piece[] = [];
  const add = (start: number, end: number, entries: readonly Entry[] | undefined): void => {
    const isOneMore = entries === undefined && pieces.length > 0 && pieces.at(-1)?.entries === undefined;
    if (!isOneMore) pieces.push({ start, end, entries });
  };
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfLetters(text, start);
    if (end === start) continue;
    const whole = entriesOf(text, start, end, lexicon);
    if (whole !== undefined || (end - start < SHORTEST_WORD && text.charCodeAt(start) < ASCII)) add(start, end, whole);
    else addParts(text, start, end, lexicon, add);
  }
  return pieces;
}

const LONG_ENOUGH = 11;
const WIDEST_GAP = 24;

/**
 * Whether a text may hold a phrase of any language: as many words in a row as one has, with more between them than
 * what stands between the letters of base64. It spares most texts the other lists.
 */
export function hasWordsInRow(text: string): boolean {
  let count = 0;
  let last = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfLetters(text, start);
    if (end === start) continue;
    if (count > 0 && (start - last > WIDEST_GAP || onlyOfBase64(text, last, start))) count = 0;
    const isAscii = text.charCodeAt(start) < ASCII && text.charCodeAt(end - 1) < ASCII;
    // Chinese is written without anything between its words.
    if (!isAscii && end - start > LONG_ENOUGH) return true;
    count = isAscii && (end - start < SHORTEST_WORD || end - start > LONGEST_WORD) ? 0 : count + 1;
    if (count >= LONG_ENOUGH) return true;
    last = end;
  }
  return false;
}

function onlyOfBase64(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    // Digits and the slash before them.
    if (code < 47 || code > 57) return false;
  }
  return true;
}

type Add = (start: number, end: number, entries: readonly Entry[] | undefined) => void;

/** The parts of a run of letters: words may be set apart by capitals alone. */
function addParts(text: string, start: number, end: number, lexicon: Lexicon, add: Add): void {
  for (let at = start, after = start; at < end; at = after) {
    const code = text.charCodeAt(at);
    after += widthAt(text, at);
    // After a letter that is neither large nor small nothing belongs to it.
    if (code < ASCII || CASED.test(characterAt(text, at))) after = endOfSmall(text, after, end);
    add(at, after, entriesOf(text, at, after, lexicon));
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
function entriesOf(text: string, start: number, end: number, lexicon: Lexicon): readonly Entry[] | undefined {
  const length = end - start;
  if (length > LONGEST_MARKED || (length > LONGEST_WORD && !/[^ -~]/.test(text.slice(start, end)))) return undefined;
  if (length < SHORTEST_WORD && text.charCodeAt(start) < ASCII) return undefined;
  return lexicon.get(plainWord(text.slice(start, end)));
}
