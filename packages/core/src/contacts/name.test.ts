import { describe, expect, test } from 'vitest';
import { closeNames } from './close-names.ts';
import { canBeName, lookOf, nameKey, nameProblem } from './name.ts';

describe('names that are taken in', () => {
  test.each([
    'Ana',
    'Ana Luísa',
    'O’Brien',
    "O'Brien",
    'J.-P. Dupont',
    'Анна',
    'Ελένη',
    '山田太郎',
    'やまだ',
    '김민준',
    'अनिता',
    'محمد',
    'Studio 54',
    'Studio Barcelona 2',
    'Christopher Watson',
    'Nguyễn Thị Hằng',
    'Łukasz Żółć',
    'Şükrü',
    'スーパー',
    '佐々木',
    'Юлія',
    'a',
  ])('%s', (name) => expect(nameProblem(name)).toBeUndefined());
});

describe('names that are refused', () => {
  test.each([
    ['', 'is empty'],
    ['  ', 'is empty'],
    ['x'.repeat(41), 'has more than 40 characters'],
    ['Аna', 'mixes letters of several alphabets'], // Cyrillic А
    ['Pаypal', 'mixes letters of several alphabets'],
    ['Ana山', 'mixes letters of several alphabets'],
    ['Ana\u0663', 'mixes letters of several alphabets'],
    ['Ａna', 'look like other ones'],
    ['ﬁne', 'look like other ones'],
    ['An\u200ba', 'must begin with a letter'],
    ['Ana\u202e', 'must begin with a letter'],
    ['Alice\ufe00', 'cannot be seen'],
    ['Alice\u{e0100}', 'cannot be seen'],
    ['Al\u034fice', 'cannot be seen'],
    ['USDC\ufe00', 'cannot be seen'],
    ['김\u1160', 'cannot be seen'],
    ['Ana\nBen', 'must begin with a letter'],
    ['“Ana”', 'must begin with a letter'],
    ['1Ana', 'must begin with a letter'],
    ['Ana  Luísa', 'several spaces'],
    [`A${'\u0301'.repeat(9)}`, 'must begin with a letter'],
    ['GB55UIW6CBX5WFO37GLL7', 'looks like a part of an address'],
    ['gb55uiw6cbx5wfo37gll7', 'looks like a part of an address'],
    ['ɑlice', 'several alphabets'], // U+0251
    ['Aǀice', 'several alphabets'], // U+01C0
    ['ᴀlice', 'several alphabets'],
    ['OʼNeil', 'a sign that looks like another one'], // U+02BC
    ['ʻOkina', 'a sign that looks like another one'],
    ['Alice\u20e3', 'a sign that looks like another one'],
    ['Alice\u20d2', 'a sign that looks like another one'],
    ['Alice\u1dc4', 'several alphabets'],
    ['محـمد', 'a sign that looks like another one'], // tatweel
    ['\u1c82лег', 'several alphabets'], // narrow o
    ['GDQ4..7XYZ', 'looks like a part of an address'],
    ['GDQ4 .. 7XYZ', 'looks like a part of an address'],
    ['G4ABCDEFGH-ABCDEFGHIJ', 'looks like a part of an address'],
    [`G${'A'.repeat(39)}`, 'looks like a part of an address'],
  ])('%j: %s', (name, problem) => expect(nameProblem(name)).toContain(problem));
});

test('a name is equal in any case, width and composition', () => {
  for (const same of ['ana luísa', 'ANA LUÍSA', ' Ana  Luísa ', 'Ana Lui\u0301sa', 'Ａｎａ Luísa']) {
    expect(nameKey(same)).toBe(nameKey('Ana Luísa'));
  }
  expect(nameKey('Ana Luisa')).not.toBe(nameKey('Ana Luísa'));
});

test.each([
  ['Ana', 'Аnа'],
  ['Ana', 'Aná'],
  ['Capa', 'Сара'], // the second is Cyrillic
  ['Al', 'AI'],
  ['Bob', 'B0b'],
  ['Arne', 'Ame'],
  ['Ana M', 'Ana-M'],
  ['Ivo', 'lvo'],
  ['Đoàn', 'Ɖoàn'],
  ['ロミ', '口ミ'], // kana, and a Chinese character
  ['Alice', 'Alice\ufe00'],
  ['Alice', 'Ali\u{e0100}ce\u034f'],
])('%s looks like %s', (one, other) => expect(lookOf(one)).toBe(lookOf(other)));

test.each([
  ['Ana', 'Anna'],
  ['Иван', 'Иора'],
  ['Ben', 'Bea'],
])('%s does not look like %s', (one, other) => expect(lookOf(one)).not.toBe(lookOf(other)));

test('suggests close names, at most three', () => {
  const known = ['Ana', 'Anna', 'Anne', 'Annie', 'Ben', 'Ana Luísa'];
  const names = new Map(known.map((name) => [nameKey(name), { name }]));
  expect(closeNames('Anna', names)).toEqual(['Anna', 'Ana', 'Anne']);
  expect(closeNames('ana', names).slice(0, 2)).toEqual(['Ana', 'Anna']);
  expect(closeNames('Zoë', names)).toEqual([]);
});

test('an address, a part of one and a long text are not names', () => {
  for (const text of ['GB55UIW6CBX5WFO37GLL7ADRD7Y6', 'x'.repeat(41), '12', '', '…'])
    expect(canBeName(text)).toBe(false);
  for (const text of ['Ana', 'ana@example', 'someone I know']) expect(canBeName(text)).toBe(true);
});
