import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanData, cleanLine, cleanParagraph, hiddenCharacters, revealLine, withFewAddresses } from './text.ts';

describe('a line', () => {
  test.each<[string, string, string]>([
    ['bidi overrides', 'pay \u202eecila\u202c now', 'pay ecila now'],
    ['isolates', '\u2066a\u2069', 'a'],
    ['zero-width characters', 'pay\u200bpal\ufeff', 'paypal'],
    ['the tag block', `a${String.fromCodePoint(0xe0041)}b`, 'ab'],
    ['terminal escapes', '\u001b[31mred\u001b[0m', '[31mred[0m'],
    ['line breaks of every kind', 'a\r\nb\u2028c\u0085d', 'a b c d'],
    ['white space in runs', '  a \t  b  ', 'a b'],
    ['half a character', 'a\ud83d', 'a\ufffd'],
  ])('%s go', (_, text, clean) => expect(cleanLine(text)).toBe(clean));

  test('is cut on a grapheme, with a sign that it was', () => {
    expect(cleanLine('👩‍👩‍👧'.repeat(3), 9)).toBe('👩‍👩‍👧…');
    expect(cleanLine('abcdef', 4)).toBe('abc…');
    expect(cleanLine('é'.repeat(10), 5)).toBe('éééé…');
  });

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

test('a paragraph keeps its lines, at most two breaks together', () => {
  expect(cleanParagraph('a \r\n\n\n\n b\u202e')).toBe('a\n\nb');
});

describe('data', () => {
  test('keeps its structure, with every text and key cleaned', () => {
    expect(cleanData({ 'a\u200b': ['\u202ex', 1, null, true, { b: 'y' }] })).toEqual({
      a: ['x', 1, null, true, { b: 'y' }],
    });
  });

  test('is cut in depth, width and length', () => {
    const deep = JSON.parse(`${'['.repeat(50)}1${']'.repeat(50)}`);
    expect(JSON.stringify(cleanData(deep))).toBe('[[[[[[[["…"]]]]]]]]');
    expect(cleanData(Array(500).fill(1))).toHaveLength(100);
    expect(cleanData('x'.repeat(5_000))).toHaveLength(1_000);
    // What cannot be seen counts too, and what comes after so much of it is marked as cut.
    expect(cleanData(['\u200d'.repeat(99_999), 'abc', 'def'])).toEqual(['', 'a…', '…']);
  });
});

describe('a sentence with many addresses', () => {
  const all = Array.from({ length: 22 }, (_, at) => `G${String.fromCharCode(65 + at).repeat(55)}`);
  const few = (sentence: string) => withFewAddresses(sentence, (left) => `and ${left} more`);

  test.each([
    [`Nobody knows these: ${all.join(', ')}. Ask.`, `Nobody knows these: ${all[0]} and 21 more. Ask.`],
    [`${all.join(', ')} can open a dispute, too`, `${all[0]} and 21 more can open a dispute, too`],
    [`Ben, ${all.join(', ')}`, `Ben, ${all[0]} and 21 more`],
    [`Known: ${all.join(', ')}, Ben`, `Known: ${all[0]} and 21 more, Ben`],
  ])('names the first of them, and how many others there are', (sentence, short) => {
    expect(few(sentence)).toBe(short);
  });

  test('keeps ten, and everything that is not an address', () => {
    for (const sentence of [`These: ${all.slice(0, 10).join(', ')}.`, 'a, b, c, d, e, f, g, h, i, j, k, l', '']) {
      expect(few(sentence)).toBe(sentence);
    }
  });
});
