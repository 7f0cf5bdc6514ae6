import { expect, test } from 'vitest';
import { createLog, describeThrown, type LogOptions } from './log.ts';

function capture(options: Partial<LogOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({ level: 'info', redact: (text) => text, write: (line) => lines.push(line), ...options });
  return { log, lines };
}

test('a line is one JSON object that ends with a line break, also when the text has several lines', () => {
  const { log, lines } = capture();
  log('info', 'first\nsecond', { ms: 3, left: undefined });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(lines[0] as string)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    level: 'info',
    message: 'first\nsecond',
    ms: 3,
  });
});

test.each([
  ['debug', ['error', 'warn', 'info', 'debug']],
  ['info', ['error', 'warn', 'info']],
  ['error', ['error']],
  ['silent', []],
] as const)('level %s shows %j', (level, shown) => {
  const { log, lines } = capture({ level });
  for (const each of ['error', 'warn', 'info', 'debug'] as const) log(each, 'x');
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(shown);
});

test('every string goes through the redactor before it is encoded', () => {
  const { log, lines } = capture({ redact: (text) => text.replaceAll('a"b', '[credential]') });
  log('info', 'with a"b', { cause: 'and a"b' });
  expect(JSON.parse(lines[0] as string)).toMatchObject({ message: 'with [credential]', cause: 'and [credential]' });
});

test('cuts a text that has no end, after a secret at the cut was redacted', () => {
  const read: string[] = [];
  const redact = (text: string) => {
    read.push(text);
    return text.replaceAll('SECRET'.repeat(10), '[secret seed]');
  };
  const { log, lines } = capture({ redact });
  log('error', 'x', { cause: `${'a'.repeat(3_990)}${'SECRET'.repeat(10)}${'b'.repeat(5_000_000)}` });
  expect(JSON.parse(lines[0] as string).cause).toBe(`${'a'.repeat(3_990)}[secret se…`);
  expect(Math.max(...read.map((text) => text.length))).toBeLessThan(10_000);
});

test('describes a thrown error with its causes, and any other value by its type alone', () => {
  const text = describeThrown(new Error('outer', { cause: new Error('inner', { cause: 'a bare text' }) }));
  expect(text).toContain('Error: outer');
  expect(text).toContain('caused by Error: inner');
  expect(text).toContain('caused by string');
  expect(text).not.toContain('a bare text');
});
