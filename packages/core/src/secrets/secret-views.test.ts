/** What is hidden in a text, and where it is. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HIDING, plainOf, withoutHiding } from './hiding.ts';
import { encodedParts, type View, viewsOf, withoutSpace } from './secret-views.ts';

/** As long as the shortest secret at least; whole groups of three bytes end where base64's groups do. */
const readable = fc
  .array(fc.string({ minLength: 3, maxLength: 3, unit: 'grapheme-ascii' }), { minLength: 16, maxLength: 60 })
  .map((parts) => parts.join(''));
const around = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String(), fc.constant('0aF'.repeat(70)));

test.each(['hex', 'base64', 'base64url'] as const)(
  'finds a readable text in %s anywhere, with its position',
  (encoding) => {
    const property = fc.property(around, readable, around, (before, hidden, after) => {
      const encoded = Buffer.from(hidden).toString(encoding);
      const parts = encodedParts({ text: before + encoded + after, origin: (span) => span });
      const part = parts.find(({ text }) => text.includes(hidden));
      expect(part?.origin.start).toBeLessThanOrEqual(before.length);
      expect(part?.origin.end).toBeGreaterThanOrEqual(before.length + encoded.length);
    });
    fc.assert(property, { numRuns: 500, seed: 20_261_121 });
  },
);

test('leaves a text that is one character too short to be a secret', () => {
  const parts = (length: number) => {
    const text = `\u0001${'x'.repeat(length)}\u0001`;
    return encodedParts({ text: Buffer.from(text).toString('hex'), origin: (span) => span });
  };
  expect(parts(47)).toHaveLength(1);
  expect(parts(46)).toEqual([]);
});

const each = (write: (letter: string) => string) => (text: string) => Array.from(text, write).join('');
const shifted = (by: number) => each((letter) => String.fromCodePoint(letter.charCodeAt(0) + by));

test.each<[string, (word: string) => string]>([
  ['percent-encoded', each((letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  ['percent-encoded twice', each((letter) => `%25${letter.charCodeAt(0).toString(16)}`)],
  ['escaped', each((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)],
  ['numbered', each((letter) => `&#${letter.charCodeAt(0)};`)],
  ['in full width', shifted(0xfee0)],
  ['in circles', shifted(0x24b6 - 65)],
  ['mathematical', shifted(0x1d400 - 65)],
  ['with invisible characters', (word) => [...word].join('\u200b\u00ad')],
])('a word %s is found where it is', (_, hide) => {
  const padding = fc.array(
    fc.oneof(
      fc.constantFrom('%C3%A9', '%E2%82%AC', '%f0%9f%98%80', '%ff', '\\n', '\u200b', '\t', '\ufeff', 'é', '😀', ' '),
      fc.constant(hide('X')),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 8 },
  );
  const property = fc.property(padding, padding, (before, after) => {
    const hidden = hide('SECRET');
    // Its neighbours are hidden in the same way; anything hidden in another way does not touch it.
    const text = `${before.join('')}<${hide('OUR')}${hidden}${hide('OUR')}>${after.join('')}`;
    const { text: plain, origin } = viewsOf(text).at(-1) as View;
    const start = plain.indexOf('<OURSECRETOUR>') + '<OUR'.length;
    const place = origin({ start, end: start + 'SECRET'.length });
    expect(text.slice(place.start, place.end)).toBe(hidden);
  });
  fc.assert(property, { numRuns: 300, seed: 20_261_121 });
});

test('finds the place of a text that is wrapped into lines', () => {
  const text = 'a  SEC\r\n\tRET\n\n b';
  const { text: plain, origin } = withoutSpace({ text, origin: (span) => span });
  expect(plain).toBe('aSECRETb');
  const place = origin({ start: 1, end: 7 });
  expect(text.slice(place.start, place.end)).toBe('SEC\r\n\tRET');
});

test('removes every hiding character as its expression says, from any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'% %4 %41 %c3%a9 \\ \\n \\u0053 u0053 & &#83; &#x53; ⑽ Ｓ ａ'.split(' ')),
    fc.constantFrom('\u200b', '\t', '\ufeff', '\u{1d400}', '\ud835', '\u{e0041}', '\u{1d159}', '\u{1f469}'),
    fc.constantFrom('x', '\n', ' '),
    fc.string({ unit: 'binary', maxLength: 2 }),
    fc.constantFrom('\\', '%25').map((part) => part.repeat(9)),
  );
  const property = fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
    const text = pieces.join('');
    expect(withoutHiding(text)).toBe(text.replace(HIDING, plainOf));
  });
  fc.assert(property, { numRuns: 5_000, seed: 20_261_122 });
});
