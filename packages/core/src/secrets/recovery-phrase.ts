/** BIP-39 recovery phrases: by their checksum, and by their shape, since people also paste broken ones. */
import { sha256 } from '@noble/hashes/sha2.js';
import { labelledLists } from './labelled-phrase.ts';
import { indexOf, isChinese, isPrefix, LANGUAGES, languageOf, wholeLexicon } from './lexicon.ts';
import { listWords, type Run, runsOfListWords } from './list-runs.ts';
import { isAloneOrNamed, isPhraseInShape, type ListWord } from './phrase-shape.ts';
import type { Span } from './seed.ts';
import { hasWordsInRow, type Piece, wordsOf } from './words.ts';

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

/** For the lists of one text. */
function phraseTest(text: string): (words: readonly ListWord[]) => boolean {
  let tried = 0;
  return (words) => {
    tried += Math.max(0, words.length - SHORTEST + 1);
    return tried > MOST_PLACES || isPhraseInShape(text, words) || holdsPhrase(words);
  };
}

function spanOf(pieces: readonly Piece[], { first, after }: Run): Span {
  return { start: (pieces[first] as Span).start, end: (pieces[after - 1] as Span).end };
}

const indexesOf = (pieces: readonly Piece[], run: Run) => listWords(pieces, run).map(({ index }) => index);

/**
 * Whether several texts are the parts of one phrase: neighbours with only list words, together as many as a phrase has.
 * Texts without any word (an amount) in between do not matter.
 */
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
