import { expect, test } from 'vitest';
import { oldNamesIn, oldWordProblems } from './old-words.ts';

test('counts variables, parameters and functions with an old name, and no fields', () => {
  const text = 'const offer = (handle: { offer: string }) => handle.offer + { stops: 1 }.stops;';
  expect(oldNamesIn('a.ts', text)).toBe(3);
});

test('reports a count that is higher than allowed, with both numbers', () => {
  const read = () => 'nobody '.repeat(5_000);
  const problems = oldWordProblems({ files: ['docs/a.md'], read });
  expect(problems).toEqual([expect.stringMatching(/ 5000 times; at most \d+ are allowed\.$/)]);
});

test('reports a type that is named Parts, Scene or Options, and accepts one with the name of its thing', () => {
  const read = (file: string) => (file === 'a.ts' ? 'export type Scene = {};' : 'type PageScene = {};');
  expect(oldWordProblems({ files: ['a.ts', 'b.ts'], read })).toEqual([
    'a.ts: a type is named Parts, Scene or Options. Add what it belongs to.',
  ]);
});
