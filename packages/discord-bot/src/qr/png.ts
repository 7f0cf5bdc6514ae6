/** A black-and-white picture as PNG: one bit a pixel, one colour, no library. Source of the format: RFC 2083. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const ONE_BIT = 1;
const GREY = 0;

/** @param isDark rows of equal length; @param scale how many pixels wide and high each of them is */
export function pngOf(isDark: readonly (readonly boolean[])[], scale: number): Uint8Array {
  const size = isDark.length * scale;
  const rowBytes = Math.ceil(size / 8);
  const pixels = Buffer.alloc(size * (rowBytes + 1));
  for (let y = 0; y < size; y++) {
    // Each row begins with its filter type, 0 for none; white is 1.
    const row = isDark[Math.floor(y / scale)] ?? [];
    for (let x = 0; x < size; x++) {
      if (row[Math.floor(x / scale)] === true) continue;
      const at = y * (rowBytes + 1) + 1 + (x >> 3);
      pixels[at] = (pixels[at] as number) | (0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([ONE_BIT, GREY], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')]);
}

function chunk(name: string, data: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'ascii'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
