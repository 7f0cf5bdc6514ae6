import { expect, test } from 'vitest';
import { leftText } from './steps.ts';

test('what is left is no more exact than what was paid out of it', () => {
  expect(leftText({ left: '100' }, 'USDC')).toBe('100 USDC');
  expect(leftText({ left: '100', about: 'The amounts are exact to a few units.' }, 'USDC')).toBe('about 100 USDC');
});
