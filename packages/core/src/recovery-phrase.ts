/** BIP-39 recovery phrases in English: words of the list in a row, of an exact number, with a valid checksum. */
import { sha256 } from '@noble/hashes/sha2.js';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const INDEX: ReadonlyMap<string, number> = new Map(wordlist.map((word, index) => [word, index]));
const LENGTHS = [24, 21, 18, 15, 12] as const;
const SHORTEST = 12;
/**
 * How many places of a text are tried. Ordinary texts have a handful where twelve words of the list stand in a row;
 * one with thousands is made to keep us busy, and is refused as it stands.
 */
const MOST_PLACES = 2_000;

export function holdsPhrase(text: string): boolean {
  return findPhrases(text).length > 0;
}

export function blackOutPhrases(text: string): string {
  return findPhrases(text).reduceRight(
    (line, { start, end }) => `${line.slice(0, start)}[recovery phrase]${line.slice(end)}`,
    text,
  );
}

type Span = { readonly start: number; readonly end: number };
type Word = Span & { readonly index: number };

/** Where phrases stand. Numbers and punctuation between the words, as in a written list, do not hide them. */
function findPhrases(text: string): Span[] {
  const runs = runsOfListWords(text);
  const places = runs.reduce((sum, run) => sum + run.length - SHORTEST + 1, 0);
  return runs.flatMap((run) => (places > MOST_PLACES ? [spanOf(run)] : phrasesOf(run)));
}

function phrasesOf(run: readonly Word[]): Span[] {
  const found: Span[] = [];
  for (let at = 0; at + SHORTEST <= run.length; at++) {
    const length = LENGTHS.find((count) => at + count <= run.length && hasChecksum(run.slice(at, at + count)));
    if (length === undefined) continue;
    found.push(spanOf(run.slice(at, at + length)));
    at += length - 1;
  }
  return found;
}

function spanOf(words: readonly Word[]): Span {
  return { start: (words[0] as Word).start, end: (words.at(-1) as Word).end };
}

/** BIP-39: 11 bits a word; of these the first 32 in 33 are entropy, the rest the first bits of its SHA-256. */
function hasChecksum(words: readonly Word[]): boolean {
  const bytes = new Uint8Array(Math.ceil((words.length * 11) / 8));
  for (const [position, { index }] of words.entries()) {
    for (let bit = 0; bit < 11; bit++) {
      if (index & (1 << (10 - bit))) {
        const at = position * 11 + bit;
        bytes[at >> 3] = (bytes[at >> 3] as number) | (1 << (7 - (at & 7)));
      }
    }
  }
  const checksumBits = words.length / 3;
  const entropyBytes = (words.length * 11 - checksumBits) / 8;
  const shift = 8 - checksumBits;
  const [first = 0] = sha256(bytes.subarray(0, entropyBytes));
  return first >> shift === (bytes[entropyBytes] as number) >> shift;
}

/** Each run of at least twelve. */
function runsOfListWords(text: string): Word[][] {
  const runs: Word[][] = [[]];
  for (const match of text.matchAll(/\p{L}+/gu)) {
    const index = INDEX.get(match[0].toLowerCase());
    if (index !== undefined) runs.at(-1)?.push({ index, start: match.index, end: match.index + match[0].length });
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs.filter((run) => run.length >= SHORTEST);
}
