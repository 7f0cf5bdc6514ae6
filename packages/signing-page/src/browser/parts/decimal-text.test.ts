import { expect, test } from 'vitest';
import { decimalText } from './decimal-text.ts';

test.each([
  ['1234.5000001', '1,234.5000001'],
  ['9007199254740993.123456789012345678', '9,007,199,254,740,993.123456789012345678'],
  ['0.0000001', '0.0000001'],
  ['—', '—'],
])('the amount %s is shown as %s', (amount, shown) => {
  expect(decimalText(amount)).toBe(shown);
});
