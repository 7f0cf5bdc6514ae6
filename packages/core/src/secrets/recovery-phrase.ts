/** BIP-39 recovery phrases: by their checksum, and by their shape, since people also paste broken ones. */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  type Entry,
  indexOf,
  isChinese,
  isPrefix,
  LANGUAGES,
  type Lexicon,
  languageOf,
  wholeLexicon,
} from './lexicon.ts';
import { isAloneOrNamed, isPhraseInShape, type ListWord, SHORTEST_RUN } from './phrase-shape.ts';
import type { Span } from './seed.ts';
import { hasWordsInRow, type Piece, wordsOf } from './words.ts';

const LENGTHS = [12, 15, 18, 21, 24] as const;
const LONGEST = 24;
const SHORTEST = 12;
/**
 * Places in one text that are tried. At each of them one of the five lengths has a valid checksum by chance in 12
 * cases of 100, so among 250 there is one but for a chance of 10^-13: what follows is refused without a look.
 */
const MOST_PLACES = 250;

/** A list's line break, indentation, number, quotes and signs. */
const WIDEST_GAP = 24;

/**
 * Where phrases stand: each run of words of one list that holds one, whole, since where exactly a phrase begins among
 * other words of the list cannot be told. Numbers and signs between the words, as in a written list, do not hide them.
 */
export function findPhrases(text: string): Span[] {
  if (text.length < SHORTEST || !hasWordsInRow(text)) return [];
  let tried = 0;
  return runsOfListWords(text, wholeLexicon())
    .filter(({ words, isUnbroken }) => {
      // Of ordinary prose as well every twelve characters are in the list.
      if (isUnbroken) return hasChecksum(words.map(({ index }) => index)) && isAloneOrNamed(text, spanOf(words));
      tried += Math.max(0, words.length - SHORTEST + 1);
      return tried > MOST_PLACES || isPhraseInShape(text, words) || holdsPhrase(words);
    })
    .map(({ words }) => spanOf(words));
}

function spanOf(words: readonly ListWord[]): Span {
  return { start: (words[0] as Span).start, end: (words.at(-1) as Span).end };
}

/**
 * Whether several texts are the parts of one phrase: neighbours of which each has list words alone, and together an
 * exact number of them. What holds no word at all (an amount) stands between them without harm.
 */
export function isPhraseInParts(texts: readonly string[]): boolean {
  const worded = texts.filter((text) => /\p{L}/u.test(text));
  if (!hasWordsInRow(worded.join('\n'))) return false;
  const pieces = worded.map((text) => wordsOf(text, wholeLexicon()));
  return Array.from({ length: LANGUAGES }, (_, language) => language).some((language) =>
    areParts(pieces.map((words) => indexesIn(words, language))),
  );
}

/** Places in the list of one language; nothing where there are other words too, or where words are not set apart. */
function indexesIn(words: readonly Piece[], language: number): readonly number[] | undefined {
  if (words.length >= LONGEST) return undefined;
  const indexes: number[] = [];
  for (const [at, { start, entries }] of words.entries()) {
    const entry = entries?.find((each) => languageOf(each) === language && !isPrefix(each));
    if (entry === undefined || (isChinese(language) && words[at - 1]?.end === start)) return undefined;
    indexes.push(indexOf(entry));
  }
  return indexes;
}

function areParts(texts: readonly (readonly number[] | undefined)[]): boolean {
  let parts: (readonly number[])[] = [];
  for (const words of texts) {
    if (words === undefined) {
      parts = [];
      continue;
    }
    parts.push(words);
    let together: number[] = [];
    for (let first = parts.length - 1; first >= 0 && together.length < LONGEST; first--) {
      together = [...(parts[first] as number[]), ...together];
      if (first < parts.length - 1 && hasChecksum(together)) return true;
    }
  }
  return false;
}

function holdsPhrase(run: readonly ListWord[]): boolean {
  const indexes = run.map(({ index }) => index);
  for (let at = 0; at + SHORTEST <= run.length; at++) {
    if (LENGTHS.some((length) => at + length <= run.length && hasChecksum(indexes.slice(at, at + length)))) return true;
  }
  return false;
}

/** BIP-39: 11 bits a word; of these the first 32 in 33 are entropy, the rest the first bits of its SHA-256. */
function hasChecksum(indexes: readonly number[]): boolean {
  if (!LENGTHS.some((length) => length === indexes.length)) return false;
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

/** Words of one list in a row. `isUnbroken`: characters of Chinese with nothing between them, as prose has them. */
type Run = { readonly words: readonly ListWord[]; readonly isUnbroken: boolean };

/** Each that is long enough, by where it ends. */
function runsOfListWords(text: string, lexicon: Lexicon): Run[] {
  const found: Run[] = [];
  const open = new Map<number, ListWord[]>();
  const end = (language: number, words: ListWord[]) => {
    if (words.length >= SHORTEST_RUN)
      found.push(...(isChinese(language) ? byBreaks(words) : [{ words, isUnbroken: false }]));
    open.delete(language);
  };
  const endAll = () => {
    for (const [language, words] of open) end(language, words);
  };
  let last = 0;
  for (const { entries = [], start, end: after } of wordsOf(text, lexicon)) {
    if (open.size > 0 && (entries.length === 0 || isApart(text.slice(last, start)))) endAll();
    for (const [language, words] of open) {
      if (!entries.some((entry) => languageOf(entry) === language)) end(language, words);
    }
    for (const entry of entries) addWord(open, entry, start, after);
    last = after;
  }
  endAll();
  return found;
}

function addWord(open: Map<number, ListWord[]>, entry: Entry, start: number, end: number): void {
  const language = languageOf(entry);
  const word = { index: indexOf(entry), isPrefix: isPrefix(entry), start, end };
  const words = open.get(language);
  if (words === undefined) open.set(language, [word]);
  else words.push(word);
}

/** The parts of a run of single characters in which all are set apart, or none is. */
function byBreaks(words: readonly ListWord[]): Run[] {
  const isJoined = (at: number) => words[at - 1]?.end === words[at]?.start;
  const runs: Run[] = [];
  for (let first = 0, after = 1; first < words.length; first = after, after++) {
    const isUnbroken = isJoined(after);
    while (after < words.length && isJoined(after) === isUnbroken) after++;
    if (after - first >= SHORTEST_RUN) runs.push({ words: words.slice(first, after), isUnbroken });
  }
  return runs;
}

/**
 * Whether what stands between two words parts them: more than a list's own signs and its number. Without this the
 * names of fields in a JSON of figures, or of files in a listing, would now and then be taken for a phrase.
 */
function isApart(between: string): boolean {
  return between.length > WIDEST_GAP || /\d{3}|[3-9]\d/.test(between);
}
