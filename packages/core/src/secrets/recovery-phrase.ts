/** BIP-39 recovery phrases: by their checksum, and by their shape, since people also paste broken ones. */
import { sha256 } from '@noble/hashes/sha2.js';
import {
  hasDifferentWords,
  isAloneOrNamed,
  isPhraseInShape,
  type ListWord,
  labelledLists,
  SHORTEST_RUN,
} from './labelled-phrase.ts';
import type { Span } from './seed.ts';
import {
  type Entry,
  hasWordsInRow,
  indexOf,
  isChinese,
  isPrefix,
  LANGUAGES,
  languageOf,
  type Piece,
  wholeLexicon,
  wordsOf,
} from './words.ts';

const LENGTHS = [12, 15, 18, 21, 24] as const;
const LONGEST = 24;
const SHORTEST = 12;
/**
 * How many places in one text are tried. Each has a 12 % chance of a valid checksum for one of the five lengths, so 250
 * places are certain (but for 10^-13) to have one: the rest is refused without trying.
 */
const MOST_PLACES = 250;

/**
 * Finds phrases: each whole run of words of one list that contains one, since nothing shows where exactly a phrase
 * begins among other words of the list. Numbers and punctuation between the words, as in a list, do not hide them.
 */
export function findPhrases(text: string): Span[] {
  return text.length < SHORTEST ? [] : [...labelledPhrases(text), ...phrasesInRow(text)];
}

function phrasesInRow(text: string): Span[] {
  if (!hasWordsInRow(text)) return [];
  const pieces = wordsOf(text, wholeLexicon());
  const isPhrase = phraseTest(text);
  return runsOfListWords(text, pieces)
    .filter((run) => {
      const length = run.after - run.first;
      // In ordinary Chinese prose, too, any twelve characters are in the list.
      if (run.isUnbroken) {
        return length <= LONGEST && hasChecksum(indexesOf(pieces, run)) && isAloneOrNamed(text, spanOf(pieces, run));
      }
      return isPhrase(listWords(pieces, run));
    })
    .map((run) => spanOf(pieces, run));
}

function labelledPhrases(text: string): Span[] {
  return labelledLists(text)
    .filter(phraseTest(text))
    .map((words) => ({ start: (words[0] as Span).start, end: (words.at(-1) as Span).end }));
}

function phraseTest(text: string): (words: readonly ListWord[]) => boolean {
  let tried = 0;
  return (words) => {
    if (!hasDifferentWords(words.map(({ index }) => index))) return false;
    tried += Math.max(0, words.length - SHORTEST + 1);
    return tried > MOST_PLACES || isPhraseInShape(text, words) || holdsPhrase(words);
  };
}

function spanOf(pieces: readonly Piece[], { first, after }: Run): Span {
  return { start: (pieces[first] as Span).start, end: (pieces[after - 1] as Span).end };
}

const indexesOf = (pieces: readonly Piece[], run: Run) => listWords(pieces, run).map(({ index }) => index);

/** Whether neighbouring texts of only list words make a phrase together; texts without a word do not matter. */
export function isPhraseInParts(texts: readonly string[]): boolean {
  const worded = texts.filter((text) => /\p{L}/u.test(text));
  const together = worded.join('\n');
  if (labelledLists(together).some(phraseTest(together))) return true;
  if (!hasWordsInRow(together)) return false;
  const pieces = worded.map((text) => wordsOf(text, wholeLexicon()));
  return Array.from({ length: LANGUAGES }, (_, language) => language).some((language) =>
    areParts(pieces.map((words) => indexesIn(words, language))),
  );
}

/** Places in the list of one language; undefined if there are other words too, or words are not separated. */
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
  if (!LENGTHS.some((length) => length === indexes.length) || !hasDifferentWords(indexes)) return false;
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

/** `first` and `after`: places among the pieces. `isUnbroken`: Chinese with nothing between it, as prose has it. */
type Run = {
  readonly language: number;
  readonly first: number;
  readonly after: number;
  readonly isUnbroken: boolean;
};

/** A list's line break, indentation, number, quotes and signs. */
const WIDEST_GAP = 24;

/** Every run that is long enough, in the order of their ends. */
function runsOfListWords(text: string, pieces: readonly Piece[]): Run[] {
  const runs: Run[] = [];
  const firsts = new Int32Array(LANGUAGES);
  // A bit for each language.
  let open = 0;
  for (let at = 0; at <= pieces.length; at++) {
    const piece = pieces[at];
    const languages = languagesOf(piece?.entries);
    let going = open & languages;
    if (going !== 0 && piece !== undefined && isApart(text, (pieces[at - 1] as Piece).end, piece.start)) going = 0;
    for (let language = 0; language < LANGUAGES; language++) {
      const bit = 1 << language;
      const first = firsts[language] as number;
      if ((open & ~going & bit) !== 0 && at - first >= SHORTEST_RUN) addRuns(runs, pieces, language, first, at);
      if ((languages & ~going & bit) !== 0) firsts[language] = at;
    }
    open = languages;
  }
  return runs;
}

function languagesOf(entries: readonly Entry[] | undefined): number {
  let languages = 0;
  if (entries !== undefined) for (const entry of entries) languages |= 1 << languageOf(entry);
  return languages;
}

/** Splits Chinese runs into parts where either all characters are separated or none is. */
function addRuns(runs: Run[], pieces: readonly Piece[], language: number, begin: number, end: number): void {
  if (!isChinese(language)) {
    runs.push({ language, first: begin, after: end, isUnbroken: false });
    return;
  }
  const isJoined = (at: number) => (pieces[at - 1] as Piece).end === (pieces[at] as Piece).start;
  for (let first = begin, after = begin + 1; first < end; first = after, after++) {
    const isUnbroken = after < end && isJoined(after);
    while (after < end && isJoined(after) === isUnbroken) after++;
    if (after - first >= SHORTEST_RUN) runs.push({ language, first, after, isUnbroken });
  }
}

function listWords(pieces: readonly Piece[], { language, first, after }: Run): ListWord[] {
  return pieces.slice(first, after).map(({ start, end, entries = [] }) => {
    const entry = entries.find((each) => languageOf(each) === language) as Entry;
    return { index: indexOf(entry), isPrefix: isPrefix(entry), start, end };
  });
}

/** Whether more than a list's punctuation separates two words: else field names could look like a phrase. */
function isApart(text: string, end: number, start: number): boolean {
  if (start - end < 2) return false;
  return start - end > WIDEST_GAP || /\d{3}|[3-9]\d/.test(text.slice(end, start));
}
