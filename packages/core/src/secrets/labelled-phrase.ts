/** Finds the words of a recovery phrase in a numbered list with labels: “1st abandon, 2nd ability”, “#1 is abandon”. */
import { plainWord } from './letters.ts';
import { indexOf, isPrefix, LANGUAGES, languageOf, wholeLexicon } from './lexicon.ts';
import { type ListWord, SHORTEST_RUN } from './phrase-shape.ts';
import type { Span } from './seed.ts';

/** Words that stand at each number before the one of the phrase: “the 1st word of it is abandon”. */
const MOST_LABELS = 4;
/** Between a number and the next. */
const WIDEST_STEP = 80;
/** What may follow the word of the phrase before the next number: “and” at the last one, else always the same. */
const MOST_ENDINGS = 2;
/** A Chinese character is a word by itself. The letters of an ordinal (`st`, `º`) touch its number. */
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
