import { expect, test } from 'vitest';
import { columnText, decimalText, sumText } from './decimal-text.ts';

test.each([
  ['1234.5000001', '1,234.5000001'],
  ['9007199254740993.123456789012345678', '9,007,199,254,740,993.123456789012345678'],
  ['0.0000001', '0.0000001'],
  ['—', '—'],
])('shows %s with every digit as %s', (amount, shown) => {
  expect(decimalText(amount, 'en')).toBe(shown);
});

test.each([
  ['1234.50', '1234.5'],
  ['12345', '12\u202f345'],
  ['0001234567', '1\u202f234\u202f567'],
])('shows %s in Spanish as %s', (amount, shown) => {
  expect(decimalText(amount, 'es')).toBe(shown);
});

test.each([
  ['450', '450'],
  ['189.4', '189.40'],
  ['0.4500001', '0.4500001'],
])('shows %s in a sentence as %s', (amount, shown) => {
  expect(sumText(amount, 'en')).toBe(shown);
});

test('shows the amounts of a column with equally many decimals, at least two', () => {
  const shown = (amounts: readonly string[]) => amounts.map(columnText(amounts, 'en'));
  expect(shown(['7.5', '0.45', '189', '—'])).toEqual(['7.50', '0.45', '189.00', '—']);
  expect(shown(['1200', '0.0000001'])).toEqual(['1,200.0000000', '0.0000001']);
});
