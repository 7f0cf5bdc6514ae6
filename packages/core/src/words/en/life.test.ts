import { expect, test } from 'vitest';
import { leftText } from './life.ts';

test('what is left is “about” if what was paid out is', () => {
  expect(leftText({ left: '100' }, 'USDC')).toBe('100 USDC');
  expect(leftText({ left: '100', about: 'The amounts are exact to a few units.' }, 'USDC')).toBe('about 100 USDC');
});
