import { expect, test } from 'vitest';
import { type CatalogueFiles, languageProblems, parametersFile, sentencesOf } from './catalogues.ts';

const catalogue = (english: unknown, other: unknown): CatalogueFiles => ({
  name: 'core',
  english: { path: 'messages/core.en.json', sentences: sentencesOf(english) },
  others: [{ path: 'messages/core.xx.json', sentences: sentencesOf(other) }],
});

test('names each sentence and parameter that a language lacks, and each that only it has', () => {
  expect(languageProblems(catalogue({ a: { b: 'x {n}' } }, { a: { b: 'y {n}' } }))).toEqual([]);
  const problems = languageProblems(catalogue({ a: { b: 'x {n}', c: 'z' } }, { a: { b: 'y {m}', d: 'w' } }));
  expect(problems).toEqual([
    'messages/core.xx.json: a.b needs the parameters n, and has m',
    'messages/core.xx.json lacks a.c: “z”',
    'messages/core.xx.json has a.d, which English lacks',
  ]);
});

test('writes the parameters of each sentence as types', () => {
  const [file] = parametersFile(catalogue({ a: { b: '{n} of {m}', c: 'z' } }, {}));
  expect(file?.path).toBe('messages/core.parameters.ts');
  expect(file?.content).toContain("export type CoreParameters = {\n  'a.b': 'n' | 'm';\n};");
  expect(parametersFile(catalogue({ a: 'x' }, {}))).toEqual([]);
});

test('refuses a value that is not a sentence', () => {
  expect(() => sentencesOf({ a: { b: 3 } })).toThrow('a.b');
});
