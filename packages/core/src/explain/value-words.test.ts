/** How a transaction's values read: whole where a person can read them, and cut with a count where they cannot. */
import { nativeToScVal, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { explainWordsOf } from '../words/all.ts';
import { timeWords, valueWords } from './value-words.ts';

const words = explainWordsOf('en');
const shown = (value: xdr.ScVal, values = 300) => valueWords(value, { budget: { values }, words });
const { scvBool, scvBytes, scvDuration, scvMap, scvString, scvSymbol, scvU32, scvVec, scvVoid } = xdr.ScVal;
const bytes = (length: number) => scvBytes(Buffer.alloc(length, 1));
const nested = (levels: number): xdr.ScVal => (levels === 0 ? scvU32(1) : scvVec([nested(levels - 1)]));
const entry = (value: xdr.ScVal) => scvMap([new xdr.ScMapEntry({ key: scvSymbol('a'), val: value })]);
const nestedMap = (levels: number): xdr.ScVal => (levels === 0 ? scvU32(1) : entry(nestedMap(levels - 1)));
const LIST = scvVec([1, 2, 3].map((each) => scvU32(each)));

test.each([
  ['a flag', scvBool(false), 'false'],
  ['nothing', scvVoid(), 'nothing'],
  ['a negative number', nativeToScVal(-5n, { type: 'i128' }), '-5'],
  ['a duration', scvDuration(5n), '5 s'],
  ['a text with a quotation mark', scvString('a“b'), '“a’b”'],
  ['the longest text', scvString('x'.repeat(120)), `“${'x'.repeat(120)}”`],
  ['a longer text', scvString('x'.repeat(121)), `“${'x'.repeat(119)}…”`],
  ['a symbol', scvSymbol('a_b'), 'a_b'],
  ['a symbol that is none', scvSymbol('a b'), '“a b”'],
  ['no bytes', bytes(0), 'no bytes'],
  ['the most bytes', bytes(64), `0x${'01'.repeat(64)}`],
  ['more bytes', bytes(65), `0x${'01'.repeat(64)}… (65 bytes in all)`],
  ['bytes that are no text', scvString(Buffer.of(0xff)), '0xff'],
  ['six lists in each other', nested(6), '[[[[[[1]]]]]]'],
  ['seven lists in each other', nested(7), '[[[[[[[…]]]]]]]'],
  ['six maps in each other', nestedMap(6), '{a: {a: {a: {a: {a: {a: 1}}}}}}'],
  ['seven maps in each other', nestedMap(7), '{a: {a: {a: {a: {a: {a: {…}}}}}}}'],
])('shows %s', (_, value, text) => expect(shown(value)).toBe(text));

test('shows no more values than may be shown in all, and counts the others of a list', () => {
  expect([4, 3, 2, 1, 0].map((values) => shown(LIST, values))).toEqual([
    '[1, 2, 3]',
    '[1, 2, and 1 more]',
    '[1, and 2 more]',
    '[and 3 more]',
    '…',
  ]);
});

test('shows moments up to the last that a date can hold', () => {
  const last = 8_640_000_000_000n;
  expect([last, -last].map((seconds) => timeWords(seconds, words))).toEqual([
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
  ]);
  for (const seconds of [last + 1n, -last - 1n]) expect(timeWords(seconds, words)).toContain(String(seconds));
});
