import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const TEXT = 'title: “Logo” – 10,5 €';
const wide = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 with a mark', wide(`\uFEFF${TEXT}`)],
  ['big-endian UTF-16 with a mark', wide(`\uFEFF${TEXT}`).swap16()],
])('reads %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT);
});

test('reads UTF-16 without a mark where the text begins with ASCII', () => {
  const ascii = 'title: a logo in three steps, 100 USDC, two weeks';
  expect([decodeText(wide(ascii)), decodeText(wide(ascii).swap16()), decodeText(Buffer.of())]).toEqual([
    ascii,
    ascii,
    '',
  ]);
});

test.each([
  ['two characters of UTF-16', wide('ab'), 'ab'],
  ['two characters of big-endian UTF-16', wide('ab').swap16(), 'ab'],
  ['three bytes, which are too few', Buffer.from('a\0b'), 'a\0b'],
  ['zeros in another order', Buffer.from('a\0b\0\0c'), 'a\0b\0\0c'],
  ['UTF-16 whose first 20 characters are ASCII', wide('A logo in 3 steps, 1€'), 'A logo in 3 steps, 1€'],
])('reads %s', (_, bytes, text) => expect(decodeText(bytes)).toBe(text));

test.each([
  ['a lone byte of Latin-1', Buffer.from('Año', 'latin1')],
  ['half a character of UTF-16', Buffer.of(0xff, 0xfe, 0x41)],
])('refuses %s', (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});
