/** What is readable in the encoded parts of a text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodedParts } from './secret-views.ts';

/** As long as the shortest secret at least; whole groups of three bytes end where base64's groups do. */
const readable = fc
  .array(fc.string({ minLength: 3, maxLength: 3, unit: 'grapheme-ascii' }), { minLength: 16, maxLength: 60 })
  .map((parts) => parts.join(''));
const around = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String(), fc.constant('0aF'.repeat(70)));

test.each(['hex', 'base64', 'base64url'] as const)(
  'a readable text in %s is found wherever it stands, with its place',
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

test('what is one character too short to be a secret is left', () => {
  const parts = (length: number) => {
    const text = `\u0001${'x'.repeat(length)}\u0001`;
    return encodedParts({ text: Buffer.from(text).toString('hex'), origin: (span) => span });
  };
  expect(parts(47)).toHaveLength(1);
  expect(parts(46)).toEqual([]);
});
