import { toCountersignError } from '@countersign/core/errors';
import { expect, onTestFinished, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { readRequestFile } from './request-file.ts';

const words = wordsOf('en');

test('JSON and YAML give the same', () => {
  const json = '{ "title": "Logo", "milestones": [{ "amount": "10.5" }], "platformFee": 5 }';
  const yaml = 'title: Logo\nmilestones:\n  - amount: "10.5"\nplatformFee: 5\n';
  expect(readRequestFile(json, words).input).toEqual(JSON.parse(json));
  expect(readRequestFile(yaml, words).input).toEqual(JSON.parse(json));
});

test('a number keeps every digit', () => {
  expect(readRequestFile('a: 12345678901234567.1234567\nb: 10.5\nc: 1e3', words).input).toEqual({
    a: '12345678901234567.1234567',
    b: 10.5,
    c: 1_000,
  });
});

test.each([
  ['1.23456789012345', 1.234_567_890_123_45],
  ['1.234567890123456', '1.234567890123456'],
  ['-123456789012345', -123_456_789_012_345],
  ['-1234567890123456', '-1234567890123456'],
])('keeps %s as a text if it has more than 15 digits', (written, value) => {
  expect(readRequestFile(`a: ${written}`, words).input).toEqual({ a: value });
});

test('takes 4,000 marks, and not one more', () => {
  const marks = (count: number) => `a: b${'\n'.repeat(count - 1)}`;
  expect(readRequestFile(marks(4_000), words).input).toEqual({ a: 'b' });
  expect(refused(marks(4_001)).fields).toEqual([{ path: 'file', problem: words.problems.tooManyMarks }]);
});

test.each([
  ['title', 1],
  ['roles.approver', 4],
  ['roles.receiver', 3],
  ['milestones[1].amount', 8],
  ['milestones[7].amount', 5],
  ['nothing', 1],
  ['(the whole request)', 1],
])('%s is in line %i, or what should hold it does', (path, line) => {
  const file = readRequestFile(
    `title: x
# a comment
roles:
  approver: y
milestones:
  - description: a
  - description: b
    amount: 1
`,
    words,
  );
  expect(file.lineOf(path)).toBe(line);
});

function refused(text: string) {
  try {
    readRequestFile(text, words);
  } catch (thrown) {
    return toCountersignError(thrown);
  }
  throw new Error('it was taken');
}

test.each([
  ['a: 1\na: 2', 'line 2', /repeats/],
  ['a:\n\tb: 1', 'line 2', /tab|cannot be read/],
  ['a: 1\n---\nb: 2', 'line 2', /second document/],
  ['a: "x', 'line 1', /missing|cannot/],
])('%j is refused by its line', (text, path, problem) => {
  const { code, fields } = refused(text);
  expect(code).toBe('INPUT_INVALID');
  expect(fields?.[0]).toEqual({ path: expect.stringContaining(path), problem: expect.stringMatching(problem) });
});

test('aliases, which can stand for gigabytes, are refused', () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]', 'c: [*b,*b,*b,*b]'].join('\n');
  expect(refused(bomb).fields?.[0]?.problem).toContain('alias');
});

test('nested beyond reason is an error, not a crash', () => {
  expect(refused('['.repeat(30_000)).code).toBe('INPUT_INVALID');
});

test('far more marks than any request has are refused before they cost time', () => {
  const keys = Array.from({ length: 5_000 }, (_, at) => `k${at}: 1`).join('\n');
  expect(refused(keys).fields?.[0]?.problem).toContain('far more');
});

test('lists only as many problems as a person corrects at once', () => {
  expect(refused(']'.repeat(3_000)).fields).toHaveLength(20);
});

test('a tag makes nothing but what is in the file', () => {
  expect(readRequestFile('title: !!binary aGVsbG8=', words).input).toEqual({ title: 'aGVsbG8=' });
  expect(readRequestFile('deadline: !!timestamp 2026-01-01', words).input).toEqual({ deadline: '2026-01-01' });
});

test('nothing of a file is said on stderr', () => {
  const warned: string[] = [];
  const listen = (warning: Error | string) => warned.push(String(warning));
  const { emitWarning } = process;
  process.emitWarning = listen as typeof process.emitWarning;
  onTestFinished(() => {
    process.emitWarning = emitWarning;
  });
  readRequestFile('{ [a, b]: 1, !made c: 2 }', words);
  expect(warned).toEqual([]);
});

test('an empty file and one that is only text are left to the schema', () => {
  expect(readRequestFile('', words).input).toBeNull();
  expect(readRequestFile('hello', words).input).toBe('hello');
});
