import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { expressionsIn, findExpressions, slowQuantifiers } from './find-expressions.ts';

const root = resolve(import.meta.dirname, '../../..');

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
])('finds what is slow in %s', (expression) => {
  expect(slowQuantifiers(expression)).not.toEqual([]);
});

test.each([
  /^[\s"'`]*(?:0x|\\x)?(000000(?:02|05|00)[0-9A-Fa-f\s]{56,})(?:["'`][\s"'`]*)?$/i,
  /\s+/g,
  /^=+/,
  /^[a-z]+(?:-[a-z]+)*$/,
  /(?<!=)=+$/,
])('finds nothing slow in %s', (expression) => {
  expect(slowQuantifiers(expression)).toEqual([]);
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

test('no expression of the product is slow', async () => {
  const found = await findExpressions(root);
  expect(found.length).toBeGreaterThan(150);
  const packages = new Set(found.map(({ place }) => place.split('/src/')[0]));
  expect([...packages]).toEqual(
    expect.arrayContaining(['packages/core', 'packages/discord-bot', 'packages/signing-page', 'tools']),
  );
  expect(found.filter(({ expression }) => slowQuantifiers(expression).length > 0)).toEqual([]);
});
