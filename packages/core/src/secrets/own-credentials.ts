/** This installation's own credentials inside a text: as they are, and as encoders of all kinds write them. */
import { withoutTrailing } from '../text/text.ts';
import type { Span } from './seed.ts';

/** Credentials shorter than this are too common as ordinary words to search for. */
const SHORTEST = 16;
/** A credential that was cut is blacked out if at least this many characters are left. */
const SHORTEST_PART = 6;

export function findCredentials(credentials: readonly string[]) {
  const own = [...new Set(credentials)].filter((credential) => credential.length >= SHORTEST);
  const encoded = [...new Set(own.flatMap(encodings))].sort((one, other) => other.length - one.length);
  const pattern = own.length === 0 ? undefined : credentialPattern(own, encoded);
  return {
    /** Finds credentials as whole tokens, or encoded anywhere. */
    find: (text: string): Span[] =>
      pattern === undefined || text.length < SHORTEST
        ? []
        : Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ start: index, end: index + found.length })),
    findCut: (text: string): Span[] => {
      const end = text.replace(/(?:…|\.\.\.)$/, '');
      return [...own, ...encoded].flatMap((form) => {
        const length = longestEnd(end, form);
        return length === 0 ? [] : [{ start: end.length - length, end: end.length }];
      });
    },
  };
}

export function credentialPattern(own: readonly string[], encoded: readonly string[]): RegExp {
  const whole = own.map((credential) => `(?<![A-Za-z0-9])${literal(credential)}(?![A-Za-z0-9])`);
  return new RegExp([...whole, ...encoded.map(literal)].join('|'), 'gi');
}

/** How many characters at the end of `text` are the beginning of `form`; 0 where they are too few to tell. */
function longestEnd(text: string, form: string): number {
  const last = text.at(-1);
  for (let length = Math.min(form.length - 1, text.length); length >= SHORTEST_PART; length--) {
    // Comparing one character first nearly always saves comparing the rest.
    if (form[length - 1] === last && text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

/** Percent-encoding, JSON, HTML, hex and base64. */
function encodings(credential: string): string[] {
  const bytes = new TextEncoder().encode(credential);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = [0, 1, 2].map((before) => insideBase64(bytes, before));
  return [
    encodeURIComponent(credential),
    JSON.stringify(credential).slice(1, -1),
    credential.replace(/[&<>"']/g, (sign) => `&${HTML[sign]};`),
    hex,
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ].filter((text) => text !== credential);
}

const HTML: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };

/** The base64 characters that only these bytes decide, whatever surrounds them. @param before bytes before, modulo 3 */
function insideBase64(bytes: Uint8Array, before: number): string {
  const text = withoutTrailing(btoa(`${'\0'.repeat(before)}${String.fromCharCode(...bytes)}`), '=');
  // The first characters contain bits of the bytes before, the last one bits of those after.
  return text.slice([0, 2, 3][before], Math.floor(((before + bytes.length) * 8) / 6));
}

/** `RegExp.escape` is not in Node 22. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
