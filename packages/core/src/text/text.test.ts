import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanData, cleanLine, hiddenCharacters, revealLine } from './text.ts';

describe('a line', () => {
  test('is never longer than its limit, and cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 60 }), (text, limit) => {
        const once = cleanLine(text, limit);
        expect(once.length).toBeLessThanOrEqual(limit);
        expect(cleanLine(once, limit)).toBe(once);
        expect(once).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
  });

  test('a wall of stacked marks is cut quickly', () => {
    expect(cleanLine(`a${'\u0301'.repeat(1_000_000)}`, 50).length).toBeLessThanOrEqual(50);
  });
});

describe('a text that somebody signs', () => {
  test.each([
    ['pay\u202ebob', 'pay[U+202E]bob', ['U+202E']],
    ['a\u200bb\u200b', 'a[U+200B]b[U+200B]', ['U+200B']],
    ['a\u200db', 'a[U+200D]b', ['U+200D']],
    // A tilde is also written over Syriac letters.
    ['u\u0303\u200db', 'u\u0303[U+200D]b', ['U+200D']],
    ['👩‍👩‍👧 ❤️ 1️⃣ 👍🏽', '👩‍👩‍👧 ❤️ 1️⃣ 👍🏽', []],
    ['می‌خواهم', 'می‌خواهم', []],
    ['Straße, Ünïcode', 'Straße, Ünïcode', []],
  ])('%j is shown as %j', (text, shown, hidden) => {
    expect(revealLine(text)).toBe(shown);
    expect(hiddenCharacters(text)).toEqual(hidden);
  });

  test('a wall of joiners is looked at quickly', () => {
    expect(revealLine('\u200d'.repeat(300_000)).length).toBeLessThanOrEqual(400);
  });
});

test('cleans data whose texts hide what they are, and cuts it in depth, width and length', () => {
  expect(cleanData({ 'a\u200b': ['\u202ex', 1, null, true, { b: 'y' }] })).toEqual({
    a: ['x', 1, null, true, { b: 'y' }],
  });
  // What cannot be seen counts too, and what comes after so much of it is marked as cut.
  expect(cleanData(['\u200d'.repeat(99_999), 'abc', 'def'])).toEqual(['', 'a…', '…']);
});
