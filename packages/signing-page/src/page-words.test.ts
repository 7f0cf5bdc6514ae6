/** Headings of the pages, in every language; tools/src/languages/sentences.test.ts has the rules for all sentences. */
import { expect, test } from 'vitest';
import afterwards from './browser/messages/afterwards.es.json' with { type: 'json' };
import escrow from './browser/messages/escrow.es.json' with { type: 'json' };
import escrows from './browser/messages/escrows.es.json' with { type: 'json' };
import page from './browser/messages/page.es.json' with { type: 'json' };
import sign from './browser/messages/sign.es.json' with { type: 'json' };

const LONGEST_HEADING = 60;

function headingsIn(group: object): string[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return headingsIn(value);
    return /(?:title|heading)$/i.test(key) ? String(value) : [];
  });
}

test('fit into a line of a phone', () => {
  const headings = [afterwards, escrow, escrows, page, sign].flatMap(headingsIn);
  expect(headings.length).toBeGreaterThan(30);
  expect(headings.filter((heading) => heading.length > LONGEST_HEADING)).toEqual([]);
});
