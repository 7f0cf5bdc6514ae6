/** Everything that the pages say in English exists in Spanish: complete, and no longer. */
import { foreignWords, lost, tooLong, withSamples } from '@countersign/testkit/fixtures/spoken-texts';
import { expect, test } from 'vitest';
import afterwards from './browser/messages/afterwards.en.json' with { type: 'json' };
import spanishAfterwards from './browser/messages/afterwards.es.json' with { type: 'json' };
import escrows from './browser/messages/escrows.en.json' with { type: 'json' };
import spanishEscrows from './browser/messages/escrows.es.json' with { type: 'json' };
import page from './browser/messages/page.en.json' with { type: 'json' };
import spanishPage from './browser/messages/page.es.json' with { type: 'json' };
import sign from './browser/messages/sign.en.json' with { type: 'json' };
import spanishSign from './browser/messages/sign.es.json' with { type: 'json' };

type Pair = { readonly at: string; readonly text: string; readonly other: string };

/** The longest heading. */
const HEADING = 60;

function pairsOf(text: unknown, other: unknown, at = ''): Pair[] {
  if (typeof text === 'string') {
    const [english, spanish] = withSamples(text, String(other));
    return [{ at, text: english, other: spanish }];
  }
  if (typeof text !== 'object' || text === null) return [];
  return Object.entries(text).flatMap(([key, value]) =>
    pairsOf(value, (other as Record<string, unknown> | undefined)?.[key], `${at}.${key}`),
  );
}

const pairs = pairsOf(
  { ...page, ...sign, ...escrows, ...afterwards },
  { ...spanishPage, ...spanishSign, ...spanishEscrows, ...spanishAfterwards },
);

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
