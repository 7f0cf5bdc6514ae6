import { inflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { CODE_FILE, signCode } from './sign-code.ts';

const ENGLISH = wordsOf('en');

const URL = 'https://sign.example/sign/0123456789abcdef0123456789abcdef';

/** What a viewer sees: the pixels of a picture of one bit. */
function pixelsOf(png: Buffer): boolean[][] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const size = png.readUInt32BE(16);
  const length = png.readUInt32BE(33);
  expect(png.subarray(37, 41).toString()).toBe('IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  const rowBytes = Math.ceil(size / 8) + 1;
  return Array.from({ length: size }, (_, y) =>
    Array.from(
      { length: size },
      (_, x) => (((rows[y * rowBytes + 1 + (x >> 3)] as number) >> (7 - (x & 7))) & 1) === 0,
    ),
  );
}

test('the picture is the code of the page, six pixels a module, with an alternative text', () => {
  const { parts, files } = signCode(URL, 'testnet', 'this payment of 30.5 USDC', ENGLISH.card);
  const [file] = files;
  if (file?.bytes === undefined) throw new Error('no picture');
  const pixels = pixelsOf(Buffer.from(file.bytes));
  const modules = encode(URL, { ecc: 'M', border: 4 }).data;
  expect(pixels).toHaveLength(modules.length * 6);
  expect(modules.map((row, y) => row.map((_, x) => pixels[y * 6 + 5]?.[x * 6]))).toEqual(modules);
  expect(file.description).toContain('this payment of 30.5 USDC');
  expect(JSON.stringify(parts)).toContain(`attachment://${CODE_FILE}`);
});

test.each([undefined, 'http://127.0.0.1:3418/sign/1', 'http://localhost:3418/sign/1'])(
  'there is none of %j, which no other device opens',
  (url) => {
    expect(signCode(url, 'sandbox', 'this', ENGLISH.card)).toEqual({ parts: [], files: [] });
  },
);
