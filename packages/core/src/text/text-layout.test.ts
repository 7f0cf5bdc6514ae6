import { expect, test } from 'vitest';
import { indented, wrapped } from './text-layout.ts';

const HASH = 'f'.repeat(64);

test('lines behind the first are set in', () => {
  expect(indented('a\nb\nc')).toBe('a\n  b\n  c');
});

test.each<[string, string, number, string]>([
  ['what fits', 'one two', 7, 'one two'],
  ['at a space', 'one two', 6, 'one\n  two'],
  ['its own lines stay', 'one\ntwo', 20, 'one\n  two'],
  ['a code is never broken', `at ${HASH} now`, 30, `at\n  ${HASH}\n  now`],
  ['a longer word is', 'x'.repeat(70), 30, `${'x'.repeat(30)}\n  ${'x'.repeat(30)}\n  ${'x'.repeat(10)}`],
  ['wide characters count twice', '語語 語語', 5, '語語\n  語語'],
  ['nothing is broken where there is no terminal', 'one two\nthree', Number.POSITIVE_INFINITY, 'one two\n  three'],
  ['marks not at all', 'e\u0301e\u0301 e\u0301', 4, 'e\u0301e\u0301 e\u0301'],
])('%s', (_, text, columns, lines) => {
  expect(wrapped(text, columns, '  ')).toBe(lines);
});

test('a run of skin tones, which is one character for anyone who breaks lines, is broken', () => {
  const lines = wrapped('\u{1f3fb}'.repeat(300), 40, '').split('\n');
  expect(lines.join('')).toBe('\u{1f3fb}'.repeat(300));
  expect(lines.every((line) => line.length <= 40)).toBe(true);
});
