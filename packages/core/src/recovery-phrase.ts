/** BIP-39 recovery phrases in English: words of the list in a row, of an exact number, with a valid checksum. */
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const WORDS: ReadonlySet<string> = new Set(wordlist);
const LENGTHS = [24, 21, 18, 15, 12] as const;

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

/** Where phrases stand. Numbers and punctuation between the words, as in a written list, do not hide them. */
function findPhrases(text: string): Span[] {
  const found: Span[] = [];
  for (const run of runsOfListWords(text)) {
    for (let at = 0; at + 12 <= run.length; at++) {
      const length = LENGTHS.find((count) => isPhrase(run.slice(at, at + count), count));
      if (length === undefined) continue;
      found.push({ start: run[at]?.start as number, end: run[at + length - 1]?.end as number });
      at += length - 1;
    }
  }
  return found;
}

type Word = Span & { readonly word: string };

function isPhrase(words: readonly Word[], count: number): boolean {
  return words.length === count && validateMnemonic(words.map(({ word }) => word).join(' '), wordlist);
}

function runsOfListWords(text: string): Word[][] {
  const runs: Word[][] = [[]];
  for (const match of text.matchAll(/\p{L}+/gu)) {
    const word = match[0].toLowerCase();
    if (WORDS.has(word)) runs.at(-1)?.push({ word, start: match.index, end: match.index + match[0].length });
    else if (runs.at(-1)?.length !== 0) runs.push([]);
  }
  return runs.filter((run) => run.length >= 12);
}
