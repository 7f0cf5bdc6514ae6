/** Headings of the pages, in every language; tools/src/languages/sentences.test.ts has the rules for all sentences. */
import { expect, test } from 'vitest';
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
