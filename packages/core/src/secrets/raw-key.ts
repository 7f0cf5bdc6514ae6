/** A secret key as 32 bytes in hex or base64: only the words before it distinguish it from a hash. */
import type { Span } from './seed.ts';

const MAY_BE_KEY = /secret|seed|priv/i;
const TOKEN = /(?<![\w+/-])[\w+/-]{43,66}(?![\w+/-])/g;
const HEX = /^(?:0x)?[0-9a-f]{64}$/i;
/** The last of the 43 characters has only four bits of the 32 bytes; the other two are zero. */
const BASE64 = /^[\w+/-]{42}[AEIMQUYcgkosw048]$/;

/** How many characters before and after are searched for words. */
const BEFORE = 80;
const BEHIND = 20;
/** The most words between a key's name and the key. */
const MOST_BETWEEN = 3;
const NAMES_KEY = /^(?:secrets?|seeds?|secretkey|secretseed|priv|privkey|privatekey)$/;
/** Names of things with the same form that are not secret. */
const NAMES_OTHER = /^(?:hash|code|public|pub|transaction|tx)/;

/** Finds such keys: within three words after a key's name, and not next to the name of something public. */
export function findRawKeys(text: string): Span[] {
  if (!MAY_BE_KEY.test(text)) return [];
  return Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
  })).filter(({ start, end }) => isKey(text.slice(start, end)) && isNamed(text, start, end));
}

function isKey(token: string): boolean {
  return HEX.test(token) || BASE64.test(token);
}

function isNamed(text: string, start: number, end: number): boolean {
  const before = wordsIn(text.slice(Math.max(0, start - BEFORE), start));
  const name = before.findLastIndex(
    (word, at) => NAMES_KEY.test(word) || (word === 'key' && before[at - 1] === 'private'),
  );
  if (name === -1) return false;
  // “Secret key” and “secret seed” are one name.
  const last = /^(?:key|seed)$/.test(before[name + 1] ?? '') ? name + 1 : name;
  if (before.length - 1 - last > MOST_BETWEEN) return false;
  const [next = ''] = wordsIn(text.slice(end, end + BEHIND));
  return ![...before.slice(Math.max(0, name - 1)), next].some((word) => NAMES_OTHER.test(word));
}

/** In lower case; `secretKey` are two. */
function wordsIn(text: string): string[] {
  return (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}
