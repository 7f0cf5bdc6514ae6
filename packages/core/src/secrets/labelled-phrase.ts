/** Finds the words of a recovery phrase in a numbered list with labels: “1st abandon, 2nd ability”, “#1 is abandon”. */
import { plainWord } from './letters.ts';
import type { Span } from './seed.ts';
import { indexOf, isPrefix, LANGUAGES, languageOf, wholeLexicon } from './words.ts';

/** A word of one list: `index` is its place there. `isPrefix`: only its first four letters are written. */
export type ListWord = Span & { readonly index: number; readonly isPrefix: boolean };

/** A phrase of twelve words with one missing. */
export const SHORTEST_RUN = 11;

/** Fewer different words are a numbered list of work: “Month 1, Month 2”. One random phrase in 10^8 has as few. */
const FEWEST_DIFFERENT = 9;
export const hasDifferentWords = (indexes: readonly number[]): boolean => new Set(indexes).size >= FEWEST_DIFFERENT;

/** Words that stand at each number before the one of the phrase: “the 1st word of it is abandon”. */
const MOST_LABELS = 4;
/** Between a number and the next. */
const WIDEST_STEP = 80;
/** What may follow the word of the phrase before the next number: “and” at the last one, else always the same. */
const MOST_ENDINGS = 2;
/** A Chinese character alone is a word. The letters of an ordinal (`st`, `º`) touch its number. */
const WORD = /\p{Script=Han}|[\p{L}\p{M}]+/gu;
const ORDINAL = /^[\p{L}\p{M}]{0,3}(?![\p{L}\p{M}])/u;

type Word = Span & { readonly text: string };

/** The words of each possible list, by language and by the number of words in front of them. */
export function labelledLists(text: string): ListWord[][] {
  return numberedParts(text).flatMap((parts) => {
    const items = parts.map((part) => wordsIn(text, part));
    return Array.from({ length: MOST_LABELS + 1 }, (_, labels) => labels).flatMap((labels) =>
      columnsOf(items, labels).flatMap(listsOf),
    );
  });
}

/** For each row of numbers that count up, the texts behind them. Numbers in between that do not count are skipped. */
function numberedParts(text: string): Span[][] {
  const rows: Span[][] = [];
  const rowAt = new Map<number, Span[]>();
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    if (digits.length > 2) continue;
    const number = Number(digits);
    const begun = rowAt.get(number);
    const last = begun?.at(-1);
    const goesOn = begun !== undefined && last !== undefined && index - last.start <= WIDEST_STEP;
    const row: Span[] = goesOn ? begun : [];
    if (goesOn) row[row.length - 1] = { start: (last as Span).start, end: index };
    else rows.push(row);
    const start = index + digits.length;
    row.push({ start, end: start + WIDEST_STEP });
    rowAt.delete(number);
    rowAt.set(number + 1, row);
  }
  return rows.filter((row) => row.length >= SHORTEST_RUN);
}

function wordsIn(text: string, { start, end }: Span): Word[] {
  const part = text.slice(start, end);
  const ordinal = ORDINAL.exec(part)?.[0].length ?? 0;
  return Array.from(part.slice(ordinal).matchAll(WORD), ({ 0: word, index }) => ({
    text: plainWord(word),
    start: start + ordinal + index,
    end: start + ordinal + index + word.length,
  }));
}

/** Rows of words behind the same labels, one for each number. */
function columnsOf(items: readonly (readonly Word[])[], labels: number): Word[][] {
  const columns: Word[][] = [];
  let column: Word[] = [];
  let label: string | undefined;
  let endings = new Set<string>();
  const end = (): void => {
    if (column.length >= SHORTEST_RUN) columns.push(column);
    column = [];
    endings = new Set();
  };
  const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');
  for (const words of items) {
    const word = words[labels];
    const before = textOf(words.slice(0, labels));
    if (before !== label) end();
    label = before;
    if (word === undefined) end();
    else column.push(word);
    endings.add(textOf(words.slice(labels + 1)));
    // What follows the last word is of the sentence around the list.
    if (endings.size > MOST_ENDINGS) end();
  }
  end();
  return columns;
}

/** Each run of words from one language's list. */
function listsOf(words: readonly Word[]): ListWord[][] {
  const lexicon = wholeLexicon();
  const entries = words.map(({ text }) => lexicon.get(text) ?? []);
  return Array.from({ length: LANGUAGES }, (_, language) => {
    const runs: ListWord[][] = [[]];
    for (const [at, { start, end }] of words.entries()) {
      const entry = entries[at]?.find((each) => languageOf(each) === language);
      if (entry === undefined) runs.push([]);
      else runs.at(-1)?.push({ index: indexOf(entry), isPrefix: isPrefix(entry), start, end });
    }
    return runs.filter((run) => run.length >= SHORTEST_RUN);
  }).flat();
}

const PREFIX = 4;

/** A number in a list, with its dot or bracket. */
const NUMBER = /\(?\d{1,2}[.):]?/g;
/** What ends a sentence or a part of one. */
const BREAK = /[.;:,()[\]{}。；：，、（）「」【】]/;
const WRITTEN = /[\p{L}\p{N}]/u;

/** How many characters are read before and after. */
const [BEFORE, BEHIND] = [80, 40];
/** What a phrase is called, in the languages of the lists and by wallets. */
const NAMES =
  /seed|phrase|mnemo|mnémo|recovery|semilla|semente|graine|\bseme\b|frase|fráz|助[記记][詞词]|[種种]子|니모닉|시드|ニーモニック|シード|フレーズ/iu;
const NAMES_IN_LIST = /^(?:seed|phrase|frase|semilla|semente|graine|seme)$/i;

/** Recognises a phrase without a valid checksum, since a word is missing or wrong: whether a part of a run is one: within a clause, and alone on its lines or next to a name for it. */
export function isPhraseInShape(text: string, run: readonly ListWord[]): boolean {
  let first = 0;
  for (let after = 1; after <= run.length; after++) {
    if (after < run.length && !isBreak(text, run[after - 1] as ListWord, run[after] as ListWord)) continue;
    if (isPart(text, run.slice(first, after))) return true;
    first = after;
  }
  return false;
}

function isBreak(text: string, { end }: ListWord, { start }: ListWord): boolean {
  return BREAK.test(text.slice(end, start).replace(NUMBER, ''));
}

function isPart(text: string, words: readonly ListWord[]): boolean {
  if (words.length < SHORTEST_RUN || !hasDifferentWords(words.map(({ index }) => index))) return false;
  const short = words.every(({ start, end }) => end - start <= PREFIX);
  if (!short && words.some((word) => word.isPrefix)) return false;
  const span = { start: (words[0] as Span).start, end: (words.at(-1) as Span).end };
  if (isAloneOrNamed(text, span)) return true;
  const names = words.filter(({ start, end }) => NAMES_IN_LIST.test(text.slice(start, end))).length;
  return names > 0 && words.length - names >= SHORTEST_RUN;
}

/** Whether its lines contain nothing else but a list's numbers, or it is called a phrase. */
export function isAloneOrNamed(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const behind = text.slice(end, end + BEHIND);
  if (NAMES.test(before) || NAMES.test(behind)) return true;
  const [line = ''] = behind.split('\n', 1);
  return ![before.slice(before.lastIndexOf('\n') + 1), line].some((part) => WRITTEN.test(part.replace(NUMBER, '')));
}
