/** A QR code of the signing page, for people with Discord on one device and the wallet on another. */
import type { NetworkName } from '@countersign/core/network';
import { type APIComponentInContainer, ComponentType } from 'discord.js';
import { encode } from 'uqr';
import type { File } from '../interactions/payload.ts';
import { signLink } from '../views/sign-link.ts';
import type { Words } from '../words/index.ts';
import { pngOf } from './png.ts';

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
  const description = words.qrText(what);
  return {
    parts: [
      { type: ComponentType.MediaGallery, items: [{ media: { url: `attachment://${CODE_FILE}` }, description }] },
    ],
    files: [{ name: CODE_FILE, bytes: pngOf(encode(url, { ecc: 'M', border: MARGIN }).data, SCALE), description }],
  };
}
