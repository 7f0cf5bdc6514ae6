import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { attacksOn, slowAttack } from './attacks.ts';
import { expressionsIn, findExpressions } from './find-expressions.ts';

test.each([
  // Each of these was once in this repository, and blocked a process for seconds or more.
  /^[\s"'`]*(?:0x|\\x)?(000000(?:02|05|00)[0-9A-Fa-f\s]{56,}?)[\s"'`]*$/i,
  /=+$/,
  /^[\s"'`*_~|:;,.]+|[\s"'`*_~|:;,.]+$/g,
  /\/+$/,
  /0+$/,
  /\?[^#]*$/,
  // And similar ones.
  /(a+)+$/,
  /^(\w+\s?)*$/,
  /^\d+\d+x/,
  /^.*=.*=.*;$/,
  /(?:x?x)*y/,
  /\s+$/u,
  /[\p{L}\p{M}]+\p{L}*!/v,
  /^(?:a{2,}){3,}$/,
  /^(?:a|a)*$/,
  /^(?:ab|a|b)*$/,
  /(?:ab)+(?:ab)+c/,
  /^(?:.*,)*x$/,
])('makes an input on which %s is slow', (expression) => {
  expect(slowAttack(expression, attacksOn(expression))).toMatch(/^\d+ ms for/);
});

test.each([
  /^[\s"'`]*(?:0x|\\x)?(000000(?:02|05|00)[0-9A-Fa-f\s]{56,})(?:["'`][\s"'`]*)?$/i,
  /\s+/g,
  /^=+/,
  /^[a-z]+(?:-[a-z]+)*$/,
  /(?<!=)=+$/,
])('makes no input on which %s is slow', (expression) => {
  expect(slowAttack(expression, attacksOn(expression))).toBeUndefined();
});

test('finds every expression in a source text, whatever is around it', () => {
  const source = `
    const a = b / c / d;
    const e = /[/]x/.test(f) ? 1 : /y/g;
    const g = \`\${h.replace(/z\\//v, "/no/")}\`;
    type T = \`/no/\${string}\`; // /no/
    const i = new RegExp(a + b), j = RegExp("x");`.trimStart();
  const { literals, built } = expressionsIn('x.ts', source);
  expect(literals.map(({ place, expression }) => [place, String(expression)])).toEqual([
    ['x.ts:2', '/[/]x/'],
    ['x.ts:2', '/y/g'],
    ['x.ts:3', '/z\\//v'],
  ]);
  expect(built).toEqual(['x.ts:5', 'x.ts:5']);
});

test('no expression of the product is slow on inputs built from its parts', async () => {
  const found = await findExpressions(resolve(import.meta.dirname, '../../..'));
  expect(found.length).toBeGreaterThan(150);
  const packages = new Set(found.map(({ place }) => place.split('/src/')[0]));
  expect([...packages]).toEqual(
    expect.arrayContaining(['packages/core', 'packages/discord-bot', 'packages/signing-page', 'tools']),
  );
  const attacked = found.map(({ place, expression }) => {
    const attacks = attacksOn(expression);
    return { place, attacks: attacks.length, slow: slowAttack(expression, attacks) };
  });
  expect(attacked.filter(({ slow }) => slow !== undefined)).toEqual([]);
  expect(attacked.reduce((sum, { attacks }) => sum + attacks, 0)).toBeGreaterThan(200);
});
