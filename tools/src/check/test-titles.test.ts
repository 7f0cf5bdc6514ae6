import { expect, test } from 'vitest';
import { badTitles, remainingTitles, titlesWithout } from './test-titles.ts';

const SOURCE = `
  describe('what it shows', () => {
    test('shows a total', () => {});
    test.each([1])('of %s', () => {});
    test.runIf(true)(\`that holds \${1} of them\`, () => {});
    expect('if this is a title').toBe('of nothing');
  });`;
const read = () => SOURCE;

test('finds titles that begin badly in every form of a test, and nothing else', () => {
  expect(badTitles({ files: ['a.test.ts', 'a.ts'], read })).toEqual([
    'a.test.ts: of %s',
    'a.test.ts: that holds … of them',
    'a.test.ts: what it shows',
  ]);
});

test('counts a title as new when it occurs more often than in the list', () => {
  expect(titlesWithout(['a: of x', 'a: of x', 'b: if y'], ['a: of x', 'c: by z'])).toEqual(['a: of x', 'b: if y']);
});

test('drops old titles that no test has any more', () => {
  const old = ['a.test.ts: of %s', 'a.test.ts: of %i', 'gone.test.ts: of %s'];
  expect(remainingTitles(old, (file) => file === 'a.test.ts', read)).toEqual(['a.test.ts: of %s']);
});
