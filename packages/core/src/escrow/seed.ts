/** Stellar secret seeds inside a text: light, since settings are checked before anything is loaded. */
import { decodeStrKey } from './strkey.ts';

/** `S` and 55 of base32 standing alone, in either case. */
const ALONE = /(?<![A-Za-z0-9])[Ss][A-Za-z2-7]{55}(?![A-Za-z0-9])/g;
/**
 * The same glued to other characters, in upper case alone: a base64 XDR is full of letters, and in both cases a few
 * in a million would by chance hold something of that shape with a valid checksum.
 */
const GLUED = /(?=(S[A-D][A-Z2-7]{54}))/g;

/** Each valid seed in the text, as it stands there. */
export function findSeeds(text: string): string[] {
  const candidates = [...(text.match(ALONE) ?? []), ...Array.from(text.matchAll(GLUED), (match) => match[1] as string)];
  return [...new Set(candidates)].filter((token) => decodeStrKey(token.toUpperCase())?.kind === 'secretSeed');
}
