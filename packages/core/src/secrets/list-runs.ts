/** Finds runs of words from one BIP-39 list. */
import { type Entry, indexOf, isChinese, isPrefix, LANGUAGES, languageOf } from './lexicon.ts';
import { type ListWord, SHORTEST_RUN } from './phrase-shape.ts';
import type { Piece } from './words.ts';

/** `first` and `after`: places among the pieces. `isUnbroken`: Chinese with nothing between it, as prose has it. */
export type Run = {
  readonly language: number;
  readonly first: number;
  readonly after: number;
  readonly isUnbroken: boolean;
};

/** A list's line break, indentation, number, quotes and signs. */
const WIDEST_GAP = 24;

/** Every run that is long enough, in the order of their ends. */
export function runsOfListWords(text: string, pieces: readonly Piece[]): Run[] {
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

/** The words of a run with their places in its list. */
export function listWords(pieces: readonly Piece[], { language, first, after }: Run): ListWord[] {
  return pieces.slice(first, after).map(({ start, end, entries = [] }) => {
    const entry = entries.find((each) => languageOf(each) === language) as Entry;
    return { index: indexOf(entry), isPrefix: isPrefix(entry), start, end };
  });
}

/**
 * Whether the text between two words separates them: anything more than the punctuation and number of a list. Without
 * this, field names in JSON or files in a listing would sometimes be taken for a phrase.
 */
function isApart(text: string, end: number, start: number): boolean {
  if (start - end < 2) return false;
  return start - end > WIDEST_GAP || /\d{3}|[3-9]\d/.test(text.slice(end, start));
}
