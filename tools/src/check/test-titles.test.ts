import { expect, test } from 'vitest';
import { badTitles } from './test-titles.ts';

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
