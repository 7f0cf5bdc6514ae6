import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalDecimal,
  decimalsOfMultiplier,
  expandJsonNumber,
  fromBaseUnits,
  fromBasisPoints,
  MAX_BASE_UNITS,
  toBaseUnits,
  toBasisPoints,
} from './amount.ts';

const units = fc.bigInt({ min: 0n, max: MAX_BASE_UNITS });
const decimals = fc.nat(18);

describe('amounts', () => {
  test('base units and text round trip for every amount that the contract can hold', () => {
    fc.assert(
      fc.property(units, decimals, (amount, places) => toBaseUnits(fromBaseUnits(amount, places), places) === amount),
    );
  });

  test('text is canonical: no leading and no trailing zeros', () => {
    fc.assert(
      fc.property(units, decimals, (amount, places) => {
        const text = fromBaseUnits(amount, places);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(canonicalDecimal(`00${text}${text.includes('.') ? '00' : '.0'}`)).toBe(text);
      }),
    );
  });

  test('more decimals than the token has are never rounded', () => {
    expect(toBaseUnits('0.00000001', 7)).toBeUndefined();
    expect(toBaseUnits('0.00000010', 7)).toBe(1n);
  });

  test.each(['', ' 1', '1 ', '.5', '5.', '1e3', '+1', '1,5', '0x10', 'NaN', 'Infinity', '١'])(
    '"%s" is no amount',
    (text) => {
      expect(canonicalDecimal(text)).toBeUndefined();
      expect(toBaseUnits(text, 7)).toBeUndefined();
    },
  );

  test('digits that a float would lose are kept', () => {
    expect(fromBaseUnits(toBaseUnits('900719925474.0993001', 7) as bigint, 7)).toBe('900719925474.0993001');
  });
});

describe('numbers from JSON', () => {
  test('accepts a number with up to 15 significant digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.nat(7), (digits, places) => {
        const text = fromBaseUnits(BigInt(digits), places);
        expect(canonicalDecimal(Number(text))).toBe(text);
      }),
    );
  });

  test.each([0.1 + 0.2, Number('900719925474.0993'), 1e21, Number.NaN, Number.POSITIVE_INFINITY, 1234567890123456])(
    '%d may have been rounded',
    (number) => {
      expect(canonicalDecimal(number)).toBeUndefined();
    },
  );

  test.each([
    ['1e3', '1000'],
    ['1E+2', '100'],
    ['1.5e-7', '0.00000015'],
    ['12345e-2', '123.45'],
    ['-0.0', '0'],
    ['900719925474.0993001', '900719925474.0993001'],
  ])('%s is exactly %s', (source, exact) => expect(expandJsonNumber(source)).toBe(exact));

  test.each(['1e999', '1e-999', 'NaN', '', '1e', `1${'0'.repeat(200)}`])('"%s" is refused', (source) => {
    expect(expandJsonNumber(source)).toBeUndefined();
  });

  test('every double is expanded to the same value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), (number) => {
        fc.pre(Math.abs(number) > 1e-30 || number === 0);
        expect(Number(expandJsonNumber(String(number)))).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

describe('percentages', () => {
  test('every basis point round trips', () => {
    for (let basisPoints = 0; basisPoints <= 10_000; basisPoints++) {
      expect(toBasisPoints(fromBasisPoints(basisPoints))).toBe(basisPoints);
    }
  });

  test('0.29 % is 29 basis points, though 0.29 * 100 is not 29', () => {
    expect(0.29 * 100).not.toBe(29);
    expect(toBasisPoints('0.29')).toBe(29);
  });

  test('a fraction of a basis point is refused', () => expect(toBasisPoints('0.005')).toBeUndefined());
});

test('a unit multiplier is a power of ten', () => {
  expect([1, 10, 10_000_000, 1_000_000_000].map(decimalsOfMultiplier)).toEqual([0, 1, 7, 9]);
  expect([7, 0, -10, 15, 1.5, 1e10, Number.NaN].map(decimalsOfMultiplier)).toEqual(Array(7).fill(undefined));
});
