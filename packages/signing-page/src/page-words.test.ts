/** Headings and lists of the pages, in every language; tools/src/languages/sentences.test.ts has the rules for all sentences. */
import { wordsOf } from '@countersign/core/words/all';
import { afterAll, expect, test } from 'vitest';
import { listText } from './browser/parts/texts.ts';
import { english } from './browser/words/en.ts';
import { useWords } from './browser/words/words.ts';
import page from './messages/page.es.json' with { type: 'json' };

const LONGEST_HEADING = 60;

function headingsIn(group: object): string[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return headingsIn(value);
    return /(?:title|heading)$/i.test(key) ? String(value) : [];
  });
}

test('fit into a line of a phone', () => {
  const headings = headingsIn(page);
  expect(headings.length).toBeGreaterThan(30);
  expect(headings.filter((heading) => heading.length > LONGEST_HEADING)).toEqual([]);
});

afterAll(() => useWords(english, 'en'));

test.each([
  ['en', english],
  ['es', { core: wordsOf('es'), page }],
] as const)('joins two names in %s as a browser does', (language, words) => {
  useWords(words, language);
  const list = new Intl.ListFormat(language);
  for (const name of ['Ben', 'Inés', 'Hilda', 'Hiena', 'Yolanda']) {
    expect(listText(['Ana', name])).toBe(list.format(['Ana', name]));
  }
  expect(listText(['Ana'])).toBe('Ana');
  expect(listText(['Ana', 'Ben', 'Cleo'])).toBe(language === 'en' ? 'Ana, Ben and Cleo' : 'Ana, Ben y Cleo');
});
