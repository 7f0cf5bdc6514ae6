import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalDecimal,
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
