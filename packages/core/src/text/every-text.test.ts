/** Texts at the limits of each rule, and what each function makes of them: one line for each, to be read by a person. */
import { expect, test } from 'vitest';
import { canBeName, contactFor, nameProblem } from '../contacts/contact.ts';
import { lookOf, nameKey } from '../contacts/look.ts';
import { closeNames } from '../contacts/resolve.ts';
import { neverConnected } from '../errors/connection.ts';
import { CountersignError, ERROR_CATALOGUE, type ErrorCode, logLevelOf, operatorFields } from '../errors/errors.ts';
import { columnText, decimalText, sumText } from './decimal-text.ts';
import { decodeText, wideEncoding } from './decode-text.ts';
import { editDistance } from './edit-distance.ts';
import { givenFields, isObject, pathParts } from './fields.ts';
import { fold } from './fold.ts';
import { format, joined, parametersOf, pluralForm, upper } from './message.ts';
import { parseRetryAfter } from './retry-after.ts';
import {
  cleanData,
  cleanLine,
  cleanParagraph,
  escapeInvisible,
  fieldName,
  hiddenCharacters,
  isBlank,
  quoted,
  quotedReveal,
  revealLine,
  revealParagraph,
  stacksMarks,
  withFewAddresses,
  withoutTrailing,
} from './text.ts';
import { indented, wrapped } from './text-layout.ts';

/** As JSON, with everything beyond ASCII that could be taken for something else as an escape. */
const shown = (value: unknown) =>
  escapeInvisible(JSON.stringify(value) ?? 'undefined').replaceAll(
    /([a-z0-9])\1{19,}/g,
    (run) => `${run.length}×${run[0]}`,
  );
const rows = <Input>(title: string, inputs: readonly Input[], work: (input: Input) => unknown): string =>
  [title, ...inputs.map((input) => `  ${shown(input)} → ${shown(work(input))}`), ''].join('\n');

const HASH = 'f'.repeat(64);
const FAMILY = '👩‍👩‍👧';
const TEXTS = [
  ...['', ' ', '\n', 'a', ' a  b ', 'a\tb', 'a\r\nb\rc', 'a\u0085b\u2028c\u2029d', 'a\n\n\nb', 'a\n \n \n \nb'],
  ...['\ud83d', 'a\udc00b', 'a\u200bb', 'a\u202eb', 'a\u2800b', 'a\ufffcb', 'a\ue000b', 'a\u{1d159}b', 'a\u0600b'],
  ...['a\u00adb', 'pay \u202eecila\u202c now', '\u2066a\u2069', 'pay\u200bpal\ufeff', '\u001b[31mred\u001b[0m'],
  ...[FAMILY, `${FAMILY}${FAMILY}`, 'a\u200d', '👩\u200d', '👩\u200da', '👩\u200d\u200d👧', '👍🏽\u200d👍', '\u200d👩'],
  ...[`${'👩\u200d'.repeat(3)}👩`, `${'👩\u200d'.repeat(4)}👩`, `${'👩\u200d'.repeat(5)}👩`],
  ...['❤\ufe0f', 'a\ufe0f', '1\ufe0f\u20e3', '1\ufe0fa', '#\ufe0f\u20e3', '❤\ufe0f\ufe0f', '❤\ufe0e'],
  ...['می\u200cخ', 'क\u094d\u200dष', 'م\u200c', 'a\u0303\u200cb', 'u\u0303\u200db', 'ა\u200cბ'],
  ...['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}', 'a\u{e0041}'],
  ...['a\u0301\u0301\u0301\u0301', 'a\u0301\u0301\u0301\u0301\u0301', 'a\u0301\u0301\u0301\u0301\u0301\u0301b'],
  ...['“a”', '"a"', 'a′b″c', '‹a›', '’’a', '\u201fa', '[U+202E]'],
];

test('cleans, names and quotes each text', async () => {
  const text = [
    rows('a line', TEXTS, (each) => cleanLine(each)),
    rows('a line that is revealed', TEXTS, (each) => revealLine(each)),
    rows('a paragraph', TEXTS, (each) => [cleanParagraph(each), revealParagraph(each)]),
    rows('hidden characters, stacked marks, blank', TEXTS, (each) => [
      hiddenCharacters(each),
      stacksMarks(each),
      isBlank(each),
    ]),
    rows('quoted', TEXTS.slice(-8), (each) => [quoted(each), quotedReveal(each)]),
    rows('escaped', TEXTS, (each) => escapeInvisible(each)),
    rows('cut to 4', ['abcd', 'abcde', 'ab👍c', 'abc👍', 'ab👍', `${FAMILY}a`, 'abé\u0301d'], (each) =>
      cleanLine(each, 4),
    ),
    rows('cut to 200', [200, 201], (length) => [
      cleanLine('x'.repeat(length)).length,
      quoted('x'.repeat(length)).length,
    ]),
    rows('cut to 400', [400, 401], (length) => revealLine('x'.repeat(length)).slice(-3)),
    rows('cut to 1,000', [1_000, 1_001], (length) => cleanParagraph('x'.repeat(length)).slice(-3)),
    rows('cut to 2,000', [2_000, 2_001], (length) => revealParagraph('x'.repeat(length)).slice(-3)),
    rows('name of a field', ['a', '_a-1', '1a', 'a.b', 'a'.repeat(31), 'a'.repeat(32), '', 'ä'], fieldName),
    rows('without the slashes at its end', ['a/', 'a//', '/', '', '/a', 'a/b'], (each) => withoutTrailing(each, '/')),
    rows('data', [[1, null, true, 'a\u200b'], { 'k\u200b': { a: [{}] } }, 'x'.repeat(1_001), undefined], (each) =>
      cleanData(each),
    ),
    rows('data of so many entries', [100, 101], (count) => cleanData(Array(count).fill(1)).length),
    rows('data of so many lists of 100 entries', [9, 10, 11], (count) =>
      cleanData(Array(count).fill(Array(100).fill(1))).map((each: []) => each.length),
    ),
    rows('data of so many texts of 1,000', [19, 20, 21], (count) =>
      cleanData(Array(count).fill('x'.repeat(1_000))).slice(-2),
    ),
    rows(
      'data with a long name',
      [100, 101],
      (length) => Object.keys(cleanData({ ['x'.repeat(length)]: 1 }))[0]?.length,
    ),
    rows('data so deep', [7, 8, 9], (depth) => cleanData(JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`))),
  ].join('\n');
  await expect(text).toMatchFileSnapshot('recorded/cleaned.txt');
});

test('lays out sentences, amounts and names', async () => {
  const address = (at: number) => `G${String.fromCharCode(65 + at).repeat(55)}`;
  const list = (count: number) => Array.from({ length: count }, (_, at) => address(at)).join(', ');
  const short = (sentence: string) =>
    withFewAddresses(sentence, (left) => `and ${left} more`).replaceAll(/G([A-Z])\1{54}/g, '<$1>');
  const amounts = [
    ...['0', '00', '0.0', '0.10', '999', '1000', '1234', '12345', '1234567.8900', '-1', '1.', '.5', '1e3', '', '—'],
    ...['0001234567', '189.4', '0.0000001', '9007199254740993.123456789012345678'],
  ];
  const names = ['Ana', 'ana', 'ANÁ', 'Ann', 'Anna', 'An', 'Ana Lu', 'Ben', 'Anabel', 'Аna'];
  const known = new Map(['Ana', 'Ana Luz', 'Anne', 'Ben Ito', 'Bo', 'Cleo'].map((name) => [nameKey(name), { name }]));
  const text = [
    rows('few addresses', [9, 10, 11, 12], (count) => short(`These: ${list(count)}. Ask.`)),
    rows('few addresses at the begin', [11, 12], (count) => short(`${list(count)}, Ben, ${address(20)}`)),
    rows('few addresses in between', [11, 12], (count) => short(`Ben, ${list(count)}, Cleo`)),
    rows('few addresses at the end', [11, 12], (count) => short(`Ben, ${list(count)}`)),
    rows(
      'wrapped at 10',
      ['0123456789', '0123456789a', '01234 6789a', 'a b c d e f', 'a  b', 'a\nb', '語'.repeat(5), '語'.repeat(6)],
      (each) => wrapped(each, 10, '> '),
    ),
    rows('wrapped at 10, a word of', [64, 65], (length) => wrapped('x'.repeat(length), 10, '').split('\n').length),
    rows('wrapped at 4', ['e\u0301e\u0301 e\u0301', `at ${HASH} now`], (each) =>
      wrapped(each, 4, '').replace(HASH, '<hash>'),
    ),
    rows('wrapped at 40, so many skin tones, which are one character', [300], (count) =>
      wrapped('\u{1f3fb}'.repeat(count), 40, '')
        .split('\n')
        .map(({ length }) => length),
    ),
    rows('not wrapped', ['one two\nthree'], (each) => wrapped(each, Number.POSITIVE_INFINITY, '  ')),
    rows('indented', ['a', 'a\nb'], (each) => [indented(each), indented(each, '>')]),
    rows('amounts', amounts, (each) => [
      decimalText(each, 'en'),
      decimalText(each, 'es'),
      decimalText(each, 'en', 3),
      sumText(each, 'en'),
      columnText(['1.234', each], 'es')(each),
    ]),
    rows('columns', [amounts.slice(4, 8), ['7.5', '0.45', '189', '—'], ['1200', '0.0000001']], (each) =>
      each.map(columnText(each, 'en')),
    ),
    rows(
      'folded',
      [
        ...['LOGO', 'Website für „Straße“', 'Crème brûlée', 'Søren Łukasz Đorđe', 'İstanbul ılık', 'ΟΔΟΣ', 'οδός'],
        ...['Ｌｏｇｏ ﬁnal', 'ёлка', 'ze\u200bro\u202ewidth', 'が', 'か', 'कि', 'क', 'a\nb', 'a b'],
      ],
      fold,
    ),
    rows('distance to “abcd”', ['abcd', 'abc', 'abcde', 'abce', 'bacd', 'ab', 'a', '', 'xyzw'], (each) =>
      [1, 2, 4].map((furthest) => String(editDistance(each, 'abcd', furthest))),
    ),
    rows('close names', [...names, 'Bob', 'Clea', 'Clex', 'Cl', 'Ana Luz Díaz', 'Benn It'], (each) =>
      closeNames(each, known),
    ),
    rows('close names of the same length', ['abx', 'axx', 'abxx', 'axxx', 'Studio', 'Studios'], (each) =>
      closeNames(each, new Map(['Abc', 'Abcd', 'Studio North'].map((name) => [name.toLowerCase(), { name }]))),
    ),
    rows('the closest three', ['abcd'], (each) =>
      closeNames(each, new Map(['axcx', 'abcd1', 'abxd', 'abcx', 'xbcd'].map((name) => [name, { name }]))),
    ),
    rows(
      'key, look, problem, can be a name',
      [
        ...[...names, 'Vos', 'rnvv', 'x'.repeat(40), 'x'.repeat(41), 'GABC...XYZ', 'GAB2', `G${'A2'.repeat(8)}`],
        ...['You 2', 'Ana  B', '1a', 'a\u200bb', 'ﬁ', 'aʰ'],
      ],
      (each) => [nameKey(each), lookOf(each), nameProblem(each)?.code, canBeName(each)],
    ),
    rows('can be a name of so many letters', [40, 41, 160, 161], (length) => [
      canBeName('x'.repeat(length)),
      canBeName('𝒳'.repeat(length)),
    ]),
    rows(
      'parts of a path',
      ['a', 'a.b', 'a[0].b', 'a[999999]', 'a[1000000]', 'a[x]', 'a[]', '[0]', 'a[0]b', 'platform_fee', 'a_1'],
      (each) => pathParts(each),
    ),
    rows('sentences', ['{a} and {b}', '{a}{a}', '{c}', '{A1}', 'none', '{b} of {a}, {b}', '{} { a }'], (each) => [
      format(each, { a: 1, b: '{a} $&' }),
      parametersOf(each),
    ]),
    rows('joined', [[], ['a'], ['a', 'b'], ['a', 'b', 'c']], (each: readonly string[]) => joined(each, 'or')),
    rows('plural', [0, 1, 2, 1.5, -1, 1_000_000], (each) => [pluralForm('en', each), pluralForm('es', each)]),
    rows('capital', ['a', 'ábc', '', 'A'], upper),
    rows('objects', [{}, [], null, 'a', 1, { a: null, b: 0, c: undefined }], (each) => [
      isObject(each),
      givenFields(each),
    ]),
    rows(
      'Retry-After',
      [
        ...[...'0|1|600|601|999999999|1234567890| 5 |-1||x|007|1.5|+1|1e3|0x10|7s|7, 8|NaN'.split('|'), null],
        ...['00:00:05', '00:00:00', '01:00:00'].map((time) => `Thu, 01 Jan 1970 ${time} GMT`),
        ...['1970-01-01T00:00:05Z', '01 Jan 1970 00:00:05 GMT', 'Thu, 01 Jan 1970 00:00:05'],
        ...['Thu, 01 Jan 1970 00:00:05 CET', 'Thu, 99 Jan 1970 00:00:05 GMT'],
      ],
      (each) => parseRetryAfter(each, 1_000),
    ),
    rows(
      'bytes',
      'fffe6100 feff0061 efbbbf61 61006200 00610062 610062 6100620063 610062000063 00  ff fffe61 41f16f'.split(' '),
      (hex) => [wideEncoding(Buffer.from(hex, 'hex')), decodeText(Buffer.from(hex, 'hex'))],
    ),
    rows('bytes of UTF-16 without a mark', ['A logo in 3 steps, 1€', 'A logo, 1€'], (each) =>
      decodeText(Buffer.from(each, 'utf16le')),
    ),
  ].join('\n');
  await expect(text).toMatchFileSnapshot('recorded/laid-out.txt');
});

test('keeps the address that a contact had before, and what is equal of its name', () => {
  const first = contactFor(' Ana\u0301 ', 'G1', { by: 'terminal', at: 1, earlier: undefined });
  expect(first).toEqual({ key: 'aná', look: lookOf('Ana'), name: 'Aná', address: 'G1', setBy: 'terminal', setAt: 1 });
  const same = contactFor('Aná', 'G1', { by: 'terminal', at: 2, earlier: first });
  expect(same).not.toHaveProperty('before');
  const other = contactFor('Aná', 'G2', { by: 'terminal', at: 3, earlier: same });
  expect(other.before).toBe('G1');
  expect(contactFor('Aná', 'G2', { by: 'terminal', at: 4, earlier: other }).before).toBe('G1');
});

test('gives every error its level, its retry and a remedy for each reader', async () => {
  const lines = (Object.keys(ERROR_CATALOGUE) as ErrorCode[]).map((code) => {
    const error = new CountersignError(code);
    const own = operatorFields(error).remedy === undefined ? 'one remedy' : 'a remedy for the operator';
    return `${code}: ${logLevelOf(code)}, ${error.retryable ? 'may be retried' : 'final'}, ${own}`;
  });
  const causes: readonly unknown[] = [
    ...[undefined, null, 'connect', {}, { syscall: 'connect' }, { syscall: 'getaddrinfo' }, { syscall: 'write' }],
    ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_SOCKET', 'SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map(
      (code) => ({ code }),
    ),
    ...['UNABLE_TO_GET_ISSUER', 'UNABLE_TO_VERIFY_LEAF', 'ERR_TLS_X', 'X_ERR_TLS_', 'ECONNREFUSED'].map((code) => ({
      code,
    })),
  ];
  const text = [...lines, '', rows('never connected', causes, neverConnected)].join('\n');
  await expect(text).toMatchFileSnapshot('../errors/recorded/levels.txt');
  const whole = new CountersignError('SERVICE_FAILED', {
    ...{
      message: 'M.',
      remedy: 'R.',
      operatorRemedy: 'O.',
      retryAfterMs: 5,
      detail: ' a\u200b ',
      signUrl: 'u',
      language: 'es',
    },
    ...{ fields: [{ path: 'p', problem: 'q' }], differences: [{ field: 'f', asked: 'a', found: 'b' }], cause: 'c' },
  });
  const view = {
    ...{ code: 'SERVICE_FAILED', message: 'M.', remedy: 'R.', retryable: true, retryAfterMs: 5, detail: 'a' },
    ...{ fields: [{ path: 'p', problem: 'q' }], differences: [{ field: 'f', asked: 'a', found: 'b' }] },
  };
  expect(whole.toView()).toEqual(view);
  expect(whole.toView('operator')).toEqual({ ...view, remedy: 'O.' });
  expect(whole).toMatchObject({ signUrl: 'u', language: 'es', cause: 'c' });
  const taken = whole.withTexts((each) => `${each}!`);
  expect([taken.message, taken.remedy, taken.operatorRemedy, taken.signUrl]).toEqual(['M.!', 'R.!', 'O.!', 'u']);
});
