/** A QR code of the signing page, for people with Discord on one device and the wallet on another. */

import { crc32, deflateSync } from 'node:zlib';
import type { NetworkName } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import { type APIComponentInContainer, ComponentType } from 'discord.js';
import { encode } from 'uqr';
import type { File } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { signLink } from './signing.ts';

export const CODE_FILE = 'sign-on-another-device.png';
/** Pixels of each module: large enough for any camera. */
const SCALE = 6;
/** Modules of white around it. Source: ISO 18004. */
const MARGIN = 4;

export type SignCode = { readonly parts: readonly APIComponentInContainer[]; readonly files: readonly File[] };

/** @param what the picture's alternative text says that it opens; @returns nothing where no other device reaches the page */
export function signCode(url: string | undefined, network: NetworkName, what: string, words: Words['card']): SignCode {
  if (url === undefined || signLink(url, network, words).where !== undefined || !url.startsWith('https://')) {
    return { parts: [], files: [] };
  }
  const description = format(words.qrText, { what });
  return {
    parts: [
      { type: ComponentType.MediaGallery, items: [{ media: { url: `attachment://${CODE_FILE}` }, description }] },
    ],
    files: [{ name: CODE_FILE, bytes: pngOf(encode(url, { ecc: 'M', border: MARGIN }).data, SCALE), description }],
  };
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const ONE_BIT = 1;
const GREY = 0;

/** A black-and-white PNG, one bit a pixel. Source of the format: RFC 2083. @param scale pixels of each module */
function pngOf(isDark: readonly (readonly boolean[])[], scale: number): Uint8Array {
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
