/** A text as it reads once what may hide a secret in it is undone, and where each part of that stands in the text. */
import type { Span } from './escrow/seed.ts';
import { INVISIBLE } from './text.ts';

export type View = {
  readonly text: string;
  /** Where a part of `text` stands in the text that was given. */
  readonly origin: (span: Span) => Span;
};

/** Escapes within escapes are undone so often. */
const MOST_ROUNDS = 2;
/**
 * Percent-encoding, escapes of JSON and JavaScript, numbered characters of HTML, invisible characters, and letters
 * that are ordinary ones in another shape (full width, mathematical, in circles).
 */
const HIDING = new RegExp(
  [
    '%[0-7][0-9a-f]',
    '(?:%[89a-f][0-9a-f])+',
    '\\\\{1,8}(?:u\\{?[0-9a-f]{4,6}\\}?|x[0-9a-f]{2}|[nrt])',
    '&#x?[0-9a-f]{1,6};',
    INVISIBLE.source,
    '[\\uff01-\\uff5e\\u2460-\\u24ff\\u{1d400}-\\u{1d7ff}]',
  ].join('|'),
  'giv',
);
const utf8 = new TextDecoder();

/** The text itself, and as it reads with its escapes undone and nothing invisible in it, where that differs. */
export function viewsOf(text: string): View[] {
  let last: View = { text, origin: (span) => span };
  const views = [last];
  for (let round = 0; round < MOST_ROUNDS && last.text.search(HIDING) !== -1; round++) {
    last = unfold(last);
    views.push(last);
  }
  return views;
}

function unfold(from: View): View {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  const keep = (until: number) => {
    pieces.push(from.text.slice(at, until));
    for (; at < until; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
  };
  for (const { 0: found, index } of from.text.matchAll(HIDING)) {
    keep(index);
    at = index + found.length;
    const plain = plainOf(found);
    pieces.push(plain);
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(index);
      ends.push(at);
    }
  }
  keep(from.text.length);
  return {
    text: pieces.join(''),
    origin: ({ start, end }) => from.origin({ start: starts[start] as number, end: ends[end - 1] as number }),
  };
}

function plainOf(hidden: string): string {
  if (hidden.startsWith('%')) {
    return utf8.decode(Uint8Array.from(hidden.slice(1).split('%'), (byte) => Number.parseInt(byte, 16)));
  }
  if (/^\\+[nrt]$/.test(hidden) || /^\s$/.test(hidden)) return ' ';
  const hex = /^(?:\\+[ux]\{?|&#x)([0-9a-f]+)/i.exec(hidden)?.[1];
  const code = hex === undefined ? Number(/^&#(\d+);$/.exec(hidden)?.[1]) : Number.parseInt(hex, 16);
  if (Number.isInteger(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  return hidden.search(INVISIBLE) === 0 ? '' : hidden.normalize('NFKC');
}

/** The text without its white space: what was wrapped into lines. */
export function withoutSpace(view: View): View {
  const places: number[] = [];
  for (let at = 0; at < view.text.length; at++) if (!/\s/.test(view.text[at] as string)) places.push(at);
  return {
    text: view.text.replace(/\s/g, ''),
    origin: ({ start, end }) => view.origin({ start: places[start] as number, end: (places[end - 1] as number) + 1 }),
  };
}

/** The shortest secret, a phrase of twelve words of three letters, has 47 characters. */
const SHORTEST = 47;
const BASE64 = /[\w+/-]+(?:\r?\n[\w+/-]+)*/g;

/** Printable ASCII and white space. */
const isReadable = (code: number): boolean =>
  (code >= 0x20 && code <= 0x7e) || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);

/**
 * What is readable in the base64 and hex of a text, each with the place of the whole encoded part. That is also how
 * the texts inside a transaction's XDR are found. Encoded twice it is not.
 */
export function encodedParts(view: View): { readonly text: string; readonly origin: Span }[] {
  const found: { text: string; origin: Span }[] = [];
  if (view.text.length < SHORTEST) return found;
  const add = (decoded: string, start: number, length: number) => {
    for (const run of longRuns(decoded, SHORTEST, isReadable)) {
      found.push({ text: decoded.slice(run.start, run.end), origin: view.origin({ start, end: start + length }) });
    }
  };
  for (const { 0: token, index } of view.text.matchAll(BASE64)) {
    if (token.length * 3 < SHORTEST * 4) continue;
    const letters = token.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
    // Glued to other characters it begins at one of four places.
    for (let skip = 0; skip < 4; skip++) {
      // What is left over holds at most two characters, and no secret ends with so few unless it is padded.
      const aligned = letters.slice(skip);
      add(atob(aligned.slice(0, aligned.length - (aligned.length % 4 === 1 ? 1 : 0))), index, token.length);
    }
  }
  for (const { start, end } of longRuns(view.text, 2 * SHORTEST, isHex)) {
    const token = view.text.slice(start, end);
    for (let skip = 0; skip < 2; skip++) {
      let decoded = '';
      for (let at = skip; at + 2 <= token.length; at += 2) {
        decoded += String.fromCharCode(Number.parseInt(token.slice(at, at + 2), 16));
      }
      add(decoded, start, token.length);
    }
  }
  return found;
}

/**
 * Each run of at least `shortest` characters that belong. Such a run covers a place whose number is a multiple of
 * `shortest`, so only there it is looked for: a transaction has hardly any.
 */
function longRuns(text: string, shortest: number, belongs: (code: number) => boolean): Span[] {
  const runs: Span[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += shortest) {
    if (at < from || !belongs(text.charCodeAt(at))) continue;
    let start = at;
    while (start > from && belongs(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (belongs(text.charCodeAt(end))) end++;
    if (end - start >= shortest) runs.push({ start, end });
    from = end;
  }
  return runs;
}
