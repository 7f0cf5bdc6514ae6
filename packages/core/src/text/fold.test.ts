import { expect, test } from 'vitest';
import { fold } from './fold.ts';

test.each([
  ['LOGO', 'logo'],
  ['Website für „Straße“', 'website fur „strasse“'],
  ['Crème brûlée', 'creme brulee'],
  ['Søren Łukasz Đorđe', 'soren lukasz dorde'],
  ['İstanbul ılık', 'istanbul ilik'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['Ｌｏｇｏ ﬁnal', 'logo final'],
  ['ёлка', 'елка'],
  ['ze\u200bro\u202ewidth', 'zerowidth'],
])('%s is found as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['が', 'か'],
  ['कि', 'क'],
  ['a\nb', 'a b'],
])('%j is not %j', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});
