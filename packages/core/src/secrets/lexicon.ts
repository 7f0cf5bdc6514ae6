/** The words of BIP-39's lists, as people write them: without accents too, and by their first four letters. */
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { plainText } from './letters.ts';
import { type OtherLanguage, otherWordlists } from './other-wordlists.ts';

/**
 * A word's place in a list, the list's language, and whether only the word's beginning is written: in one number,
 * since there are 30,000.
 */
export type Entry = number;
export const indexOf = (entry: Entry): number => entry & 0x7ff;
export const languageOf = (entry: Entry): number => (entry >> 11) & 0x0f;
export const isPrefix = (entry: Entry): boolean => entry >> 15 === 1;

/** For each word its entry in every language that has it. */
export type Lexicon = ReadonlyMap<string, readonly Entry[]>;

/** Four letters tell every word of these lists from all others. */
const PREFIX = 4;
const WITHOUT_PREFIXES: readonly (OtherLanguage | 'english')[] = [
  'japanese',
  'korean',
  'simplified-chinese',
  'traditional-chinese',
];
export const LANGUAGES = 10;

let ofAll: { readonly lexicon: Lexicon; readonly chinese: ReadonlySet<number> } | undefined;

export function wholeLexicon(): Lexicon {
  return everyList().lexicon;
}

/** Whether a language's words are single characters, which prose does not set apart. */
export function isChinese(language: number): boolean {
  return ofAll?.chinese.has(language) === true;
}

function everyList() {
  if (ofAll === undefined) {
    const lists = [['english', english] as const, ...otherWordlists()];
    const chinese = lists.flatMap(([name], language) => (name.endsWith('chinese') ? [language] : []));
    ofAll = { lexicon: lexiconOf(lists), chinese: new Set(chinese) };
  }
  return ofAll;
}

type List = readonly [OtherLanguage | 'english', readonly string[]];

function lexiconOf(lists: readonly List[]): Lexicon {
  const lexicon = new Map<string, Entry[]>();
  const add = (word: string, entry: Entry): void => {
    const entries = lexicon.get(word);
    if (entries === undefined) lexicon.set(word, [entry]);
    else entries.push(entry);
  };
  for (const [language, [name, words]] of lists.entries()) {
    const hasPrefixes = !WITHOUT_PREFIXES.includes(name);
    // Once for the whole list: word by word it takes three times as long.
    for (const [index, word] of plainText(words.join(' ')).split(' ').entries()) {
      const entry = (language << 11) | index;
      add(word, entry);
      if (hasPrefixes && word.length > PREFIX) add(word.slice(0, PREFIX), (1 << 15) | entry);
    }
  }
  return lexicon;
}
