import { toCountersignError } from '@countersign/core/errors';
import { createPart } from '@countersign/testkit/record/part';
import { expect, onTestFinished, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { readRequestFile } from './request-file.ts';

const words = wordsOf('en');

const BOMB = ['a: &a [x,x,x,x,x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]', 'c: [*b,*b,*b,*b]'].join('\n');
const FILES = [
  '{ "title": "Logo", "milestones": [{ "amount": "10.5" }], "platformFee": 5 }',
  'title: Logo\nmilestones:\n  - amount: "10.5"\nplatformFee: 5\n',
  'a: 12345678901234567.1234567\nb: 10.5\nc: 1e3',
  // As a text if it has more than 15 digits.
  'a: 1.23456789012345\nb: 1.234567890123456\nc: -123456789012345\nd: -1234567890123456',
  // A tag makes nothing but what is in the file.
  'title: !!binary aGVsbG8=',
  'deadline: !!timestamp 2026-01-01',
  'a: 1\na: 2',
  'a:\n\tb: 1',
  'a: 1\n---\nb: 2',
  'a: "x',
  BOMB,
  `a: b${'\n'.repeat(3_999)}`,
  `a: b${'\n'.repeat(4_000)}`,
  Array.from({ length: 5_000 }, (_, at) => `k${at}: 1`).join('\n'),
  ']'.repeat(3_000),
];
const PLACES = `title: x
# a comment
roles:
  approver: y
milestones:
  - description: a
  - description: b
    amount: 1
`;
const PATHS = ['title', 'roles.approver', 'roles.receiver', 'milestones[1].amount', 'milestones[7].amount', 'nothing'];

function read(text: string): string[] {
  try {
    return [JSON.stringify(readRequestFile(text, words).input)];
  } catch (thrown) {
    const { code, fields = [] } = toCountersignError(thrown);
    return [
      code,
      ...fields.map(
        ({ path, problem }) => `${path}: ${typeof problem === 'string' ? problem : JSON.stringify(problem)}`,
      ),
    ];
  }
}

test('reads JSON and YAML with every digit, and refuses by its line what cannot be or costs too much', async () => {
  const part = createPart();
  for (const text of FILES) {
    const [first = '', ...others] = read(text);
    const written = JSON.stringify(text.length > 300 ? `${text.slice(0, 20)}… (${text.length})` : text);
    part.note(`file ${written}`, [`→ ${first}`, ...new Set(others)].join('\n'));
    part.note(`  ${others.length} problems`);
  }
  const file = readRequestFile(PLACES, words);
  for (const path of [...PATHS, '(the whole request)']) part.note(`${path} is in line ${file.lineOf(path)}`);
  await expect(part.text()).toMatchFileSnapshot('recorded/request-files.txt');
  expect(read('['.repeat(30_000))[0]).toBe('INPUT_INVALID');
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
