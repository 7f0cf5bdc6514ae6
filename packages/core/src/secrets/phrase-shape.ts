/** Recognises a recovery phrase without a valid checksum: a word is missing or wrong. */
import type { Span } from './seed.ts';

/** A word of one list: `index` is its place there. `isPrefix`: only its first four letters are written. */
export type ListWord = Span & { readonly index: number; readonly isPrefix: boolean };

/** A phrase of twelve words with one missing. */
export const SHORTEST_RUN = 11;
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

/** Whether a part of a run is a phrase: within a clause, and alone on its lines or next to a name for it. */
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
  if (words.length < SHORTEST_RUN) return false;
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
