import { expect, test } from 'vitest';
import { instrumented, testFinder } from './reach.ts';
import { choose, linesOf, sitesIn } from './sites.ts';

const FILE = 'packages/core/src/pay.ts';
const TEXT = `
const MOST = 20;
export function pay(from: string, to: string, amount: number) {
  if (amount > MOST) throw new Error('too much');
  return send({ from, to }, amount === 1 ? from : to);
}
`;
const sites = sitesIn(FILE, TEXT);

test('finds each kind of mutation, and shows the line before and after it', () => {
  expect(sites.map((site) => `${site.kind}: ${linesOf(site, TEXT).after}`)).toEqual([
    'limit: const MOST = 19;',
    'guard: ',
    "condition: if (amount >= MOST) throw new Error('too much');",
    'order: return send({ from: to, to: from }, amount === 1 ? from : to);',
    'condition: return send({ from, to }, amount !== 1 ? from : to);',
  ]);
});

test('reports each branch that runs', () => {
  const text = 'const pick = (a) => { if (a) return 1; return a === 0 ? zero() : other(); };';
  expect(instrumented(FILE, text, 3).replaceAll(/globalThis\.__reached\?\.add\('3:(\d+)'\)/g, '<$1>')).toBe(
    'const pick = (a) => {<20>; if (a) {<29>;return 1;} return a === 0 ? (<56>, zero()) : (<65>, other()); };',
  );
});

test('names the tests that run a site, the nearest first, and for a constant those that run what reads it', () => {
  const body = TEXT.indexOf('{\n  if');
  const reaches = [
    { test: 'tests/far.test.ts', branches: [`0:${body}`] },
    { test: 'packages/core/src/pay.test.ts', branches: [`0:${body}`] },
    { test: 'packages/core/src/other.test.ts', branches: ['0:1'] },
  ];
  const found = sites.map(testFinder(new Map([[FILE, TEXT]]), reaches, () => ''));
  expect(found[0]).toEqual(['packages/core/src/pay.test.ts', 'tests/far.test.ts']);
  expect(found[1]).toEqual(found[0]);
});

test('chooses the same mutations for the same seed, and one for each function', () => {
  const sources = new Map([[FILE, TEXT]]);
  const [first, second] = [choose(sources, 7, 9), choose(sources, 7, 9)];
  expect(first).toEqual(second);
  expect(first[0]?.sites.map(({ place }) => place)).toHaveLength(2);
});
