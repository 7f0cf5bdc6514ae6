/** Everything that the pages say in English exists in Spanish: complete, and no longer. */
import { foreignWords, lost, tooLong } from '@countersign/testkit/fixtures/spoken-texts';
import { expect, test } from 'vitest';
import { afterwards } from '../src/browser/words/en/afterwards.ts';
import { escrows } from '../src/browser/words/en/escrows.ts';
import { deal, signers, status } from '../src/browser/words/en/sign.ts';
import { en as every } from '../src/browser/words/en.ts';
import { es } from '../src/browser/words/es.ts';

const en = { ...every, afterwards, deal, escrows, signers, status };

type Pair = { readonly at: string; readonly text: string; readonly other: string };

/** Has every property: a text. */
const DATA = new Proxy({}, { get: (_, name) => (typeof name === 'symbol' ? undefined : `${name}9`) });

/** Arguments of sentences with parts, most likely first: texts, numbers, lists, data, none. */
const ARGUMENTS: readonly (readonly unknown[])[] = [
  ['A1', 'B2', 'C3', 'D4', 'E5'],
  [2, 3, 4, 5, 6],
  ['A1', 2, 3, 4],
  [['A1', 'B2'], ['C3']],
  [DATA, DATA, DATA],
  [],
];
/** The longest heading. */
const HEADING = 60;

function pairsOf(text: unknown, other: unknown, at = ''): Pair[] {
  if (typeof text === 'string') return [{ at, text, other: String(other) }];
  if (typeof text === 'function') return pairsOfFunctions(text as Sentence, other as Sentence, at);
  if (typeof text !== 'object' || text === null) return [];
  return Object.entries(text).flatMap(([key, value]) =>
    pairsOf(value, (other as Record<string, unknown> | undefined)?.[key], `${at}.${key}`),
  );
}

type Sentence = (...parts: readonly unknown[]) => unknown;

/** With the first arguments that make an English sentence. */
function pairsOfFunctions(text: Sentence, other: Sentence, at: string): Pair[] {
  for (const parts of ARGUMENTS) {
    const answer = attempt(text, parts);
    const pairs = answer === undefined ? [] : pairsOf(answer, attempt(other, parts), at);
    if (pairs.length > 0 && pairs.every((pair) => !/undefined|NaN|\[object|Invalid/.test(pair.text))) return pairs;
  }
  return [{ at, text: 'no arguments fit', other: '' }];
}

function attempt(sentence: Sentence, parts: readonly unknown[]): unknown {
  try {
    return sentence(...parts);
  } catch {
    return undefined;
  }
}

const pairs = pairsOf(en, es);

test('every text of the pages is there in Spanish', () => {
  expect(pairs.length).toBeGreaterThan(0);
  expect(pairs.filter(({ text, other }) => (text !== '' && other === '') || /undefined|\[object/.test(other))).toEqual(
    [],
  );
});

test('no value that is put into a text is lost', () => {
  expect(
    pairs.map(({ text, other }) => ({ text, other, lost: lost(text, other) })).filter(({ lost }) => lost.length > 0),
  ).toEqual([]);
});

test('nothing is left in English', () => {
  expect(
    pairs.map(({ other }) => ({ other, words: foreignWords(other) })).filter(({ words }) => words.length > 0),
  ).toEqual([]);
});

test('labels, headings and sentences fit where the English ones fit', () => {
  expect(pairs.filter(({ text, other }) => tooLong(text, other))).toEqual([]);
  const headings = pairs.filter(({ at }) => /(?:title|heading)$/i.test(at));
  expect(headings.filter(({ other }) => other.length > HEADING)).toEqual([]);
});
