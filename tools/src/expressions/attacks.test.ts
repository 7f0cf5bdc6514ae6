import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { attacksOn, slowAttack } from './attacks.ts';
import { findExpressions } from './find-expressions.ts';

test.each([
  // Once in this repository.
  /^[\s"'`]*(?:0x|\\x)?(000000(?:02|05|00)[0-9A-Fa-f\s]{56,}?)[\s"'`]*$/i,
  /=+$/,
  /\/+$/,
  /\?[^#]*$/,
  // Not found by an analysis of single characters.
  /^(?:a|a)*$/,
  /^(?:ab|a|b)*$/,
  /(?:ab)+(?:ab)+c/,
  /(a+)+$/,
  /^(?:.*,)*x$/,
])('makes an input on which %s is slow', (expression) => {
  expect(slowAttack(expression, attacksOn(expression))).toMatch(/^\d+ ms for/);
});

test('no expression of the product is slow on inputs built from its parts', async () => {
  const found = await findExpressions(resolve(import.meta.dirname, '../../..'));
  const attacked = found.map(({ place, expression }) => {
    const attacks = attacksOn(expression);
    return { place, attacks: attacks.length, slow: slowAttack(expression, attacks) };
  });
  expect(attacked.filter(({ slow }) => slow !== undefined)).toEqual([]);
  expect(attacked.reduce((sum, { attacks }) => sum + attacks, 0)).toBeGreaterThan(200);
});
