import { describe, expect, test } from 'vitest';
import { wordsOf } from '../words/all.ts';
import { LANGUAGES } from '../words/language.ts';
import { canBeName, nameProblem } from './contact.ts';
import { lookOf, nameKey } from './look.ts';
import { closeNames } from './resolve.ts';

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
    'Yousef',
    'Ella',
    'Vos',
    'Signe',
    'Reception Studio',
    'Ana the approver',
    'a',
  ])('%s', (name) => expect(nameProblem(name)).toBeUndefined());
});

/** What our sentences call people and things; and spellings that look like it. */
const OURS = [
  'me',
  'Address below',
  'The one who decides disputes',
  'dirección más abajo',
  ...LANGUAGES.flatMap((language) => Object.values(wordsOf(language).PARTY_WORDS)),
  ...['You', 'you', 'YOU', 'Y0u', 'Yóu', 'Approver', 'Approver 2', 'the approver', 'Appr0ver'],
  ...['Receiver', 'Recelver', 'Escrow', 'the escrow', 'The Escrow', 'Countersign', 'Counter-sign', 'COUNTERSlGN'],
  ...['Nobody', 'no one', 'Noone', 'Tú', 'Tu', 'Usted', 'USTED', 'Ústed', 'Receptor', 'el depósito', 'El deposito'],
  ...['Nadie', 'Alguien', 'Quien cobra', 'Arbitro', 'plataforma', 'La plataforma', 'Your wallet', 'Signers'],
];

describe('names that are refused', () => {
  test.each([
    ['', 'EMPTY'],
    ['  ', 'EMPTY'],
    ['x'.repeat(41), 'LONGER_THAN'],
    ['Аna', 'NAME_ALPHABETS'], // Cyrillic А
    ['Pаypal', 'NAME_ALPHABETS'],
    ['Ana山', 'NAME_ALPHABETS'],
    ['Ana\u0663', 'NAME_ALPHABETS'],
    ['Ａna', 'NAME_LOOK_ALIKES'],
    ['ﬁne', 'NAME_LOOK_ALIKES'],
    ['An\u200ba', 'NAME_LETTERS'],
    ['Ana\u202e', 'NAME_LETTERS'],
    ['Alice\ufe00', 'NAME_INVISIBLE'],
    ['Alice\u{e0100}', 'NAME_INVISIBLE'],
    ['Al\u034fice', 'NAME_INVISIBLE'],
    ['USDC\ufe00', 'NAME_INVISIBLE'],
    ['김\u1160', 'NAME_INVISIBLE'],
    ['Ana\nBen', 'NAME_LETTERS'],
    ['“Ana”', 'NAME_LETTERS'],
    ['1Ana', 'NAME_LETTERS'],
    ['Ana  Luísa', 'NAME_SPACES'],
    [`A${'\u0301'.repeat(9)}`, 'NAME_LETTERS'],
    ['GB55UIW6CBX5WFO37GLL7', 'NAME_LIKE_ADDRESS'],
    ['gb55uiw6cbx5wfo37gll7', 'NAME_LIKE_ADDRESS'],
    ['ɑlice', 'NAME_ALPHABETS'], // U+0251
    ['Aǀice', 'NAME_ALPHABETS'], // U+01C0
    ['ᴀlice', 'NAME_ALPHABETS'],
    ['OʼNeil', 'NAME_OTHER_SIGN'], // U+02BC
    ['ʻOkina', 'NAME_OTHER_SIGN'],
    ['Alice\u20e3', 'NAME_OTHER_SIGN'],
    ['Alice\u20d2', 'NAME_OTHER_SIGN'],
    ['Alice\u1dc4', 'NAME_ALPHABETS'],
    ['محـمد', 'NAME_OTHER_SIGN'], // tatweel
    ['\u1c82лег', 'NAME_ALPHABETS'], // narrow o
    ['GDQ4..7XYZ', 'NAME_LIKE_ADDRESS'],
    ['GDQ4 .. 7XYZ', 'NAME_LIKE_ADDRESS'],
    ['G4ABCDEFGH-ABCDEFGHIJ', 'NAME_LIKE_ADDRESS'],
    [`G${'A'.repeat(39)}`, 'NAME_LIKE_ADDRESS'],
  ])('%j: %s', (name, code) => expect(nameProblem(name)?.code).toBe(code));

  test.each(OURS)('%j, which our sentences use', (name) => expect(nameProblem(name)?.code).toBe('NAME_IS_OURS'));
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
