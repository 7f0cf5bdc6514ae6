import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandJsonNumber } from '../../escrow/index.ts';
import { parseExactJson } from './exact-json.ts';

test('a number in JSON keeps its value to the last digit', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc.bigInt({ min: -(2n ** 130n), max: 2n ** 130n }).map(String),
    fc
      .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -30, max: 30 }))
      .map(([digits, exponent]) => `${digits}e${exponent}`),
  );
  fc.assert(
    fc.property(
      number.filter((source) => expandJsonNumber(source) !== undefined),
      (source) => {
        const { n } = parseExactJson(`{"n":${source}}`) as { n: number | string };
        expect(typeof n === 'number' ? expandJsonNumber(String(n)) : n).toBe(expandJsonNumber(source));
        if (typeof n === 'number') expect(n).toBe(JSON.parse(source) + 0);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('everything in JSON but its numbers is as JSON.parse has it', () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('map'),
    ),
    list: fc.array(tie('tree')),
    map: fc.dictionary(fc.string(), tie('tree')),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const text = JSON.stringify(value);
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('does not count brackets inside of strings as depth', () => {
  const text = JSON.stringify({ a: '[{'.repeat(500), 'b"\\[': `\\"${'['.repeat(500)}` });
  expect(parseExactJson(text)).toEqual(JSON.parse(text));
});
