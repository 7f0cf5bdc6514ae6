/** Views of a text with hiding encodings undone, and the place of each part in the original text. */
import { digitOf, HIDING, plainOf, withoutHiding } from './hiding.ts';
import type { Span } from './seed.ts';

export type View = {
  readonly text: string;
  /** The place of a part of `text` in the original text. */
  readonly origin: (span: Span) => Span;
};

/** How many levels of nested escapes are undone. */
const MOST_ROUNDS = 2;
/** Most texts have none of these, so there is nothing to undo; this test takes a tenth of the time. */
const MAY_HIDE = /[%&\\]|[^\n -~]/;
/** For readable characters the same as Latin-1. */
const latin1 = new TextDecoder('windows-1252');

/** The text itself, and its view without escapes and invisible characters, if that differs. */
export function viewsOf(text: string): View[] {
  let last: View = { text, origin: (span) => span };
  const views = [last];
  for (let round = 0; round < MOST_ROUNDS && MAY_HIDE.test(last.text); round++) {
    const text = withoutHiding(last.text);
    if (text === last.text) break;
    last = unfolded(last, text);
    views.push(last);
  }
  return views;
}

function unfolded(from: View, text: string): View {
  // Computed only when needed: most texts contain no secret, and then no one asks for its place.
  let pieces: readonly Piece[] | undefined;
  const originOf = (place: number): Span => {
    pieces ??= piecesOf(from.text);
    return placeIn(pieces, place);
  };
  return {
    text,
    origin: ({ start, end }) => from.origin({ start: originOf(start).start, end: originOf(end - 1).end }),
  };
}

/** A part of an unfolded text: hidden in one way, or not hidden. */
type Piece = Span & {
  /** Where it begins in the unfolded text. */
  readonly at: number;
  /** How many characters each of the unfolded ones took, if that is the same for all of them. */
  readonly width: number | undefined;
};

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let start = 0;
  const add = (length: number, end: number) => {
    const width = (end - start) / length;
    if (length > 0) pieces.push({ start, end, at, width: EVEN.includes(width) ? width : undefined });
    at += length;
    start = end;
  };
  for (const { 0: hidden, index } of text.matchAll(HIDING)) {
    add(index - start, index);
    add(plainOf(hidden).length, index + hidden.length);
  }
  add(text.length - start, text.length);
  return pieces;
}

/** A wider character was several bytes, or one of a run whose others were narrower. */
const EVEN: readonly number[] = [1, 2, 3];

function placeIn(pieces: readonly Piece[], place: number): Span {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle] as Piece).at <= place) low = middle;
    else high = middle - 1;
  }
  const { start, end, at, width } = pieces[low] as Piece;
  if (width === undefined) return { start, end };
  const first = start + (place - at) * width;
  return { start: first, end: first + width };
}

/** The text without white space, to find what was wrapped into lines. */
export function withoutSpace(view: View): View {
  let places: readonly number[] | undefined;
  return {
    text: view.text.replace(/\s+/g, ''),
    origin: ({ start, end }) => {
      places ??= Array.from(view.text.matchAll(/\S/g), ({ index }) => index);
      return view.origin({ start: places[start] as number, end: (places[end - 1] as number) + 1 });
    },
  };
}

/** The shortest secret, a phrase of twelve words of three letters, has 47 characters. */
const SHORTEST = 47;
/** Its length in base64. */
const SHORTEST_ENCODED = Math.ceil((SHORTEST * 4) / 3);

/** The readable parts of base64 and hex, each with its whole place; also the texts in a transaction's XDR. */
export function encodedParts(view: View): { readonly text: string; readonly origin: Span }[] {
  const found: { text: string; origin: Span }[] = [];
  const { text } = view;
  if (text.length < SHORTEST) return found;
  const add = (bytes: Uint8Array, start: number, end: number) => {
    for (const run of longRuns(bytes, SHORTEST, READABLE)) {
      const readable = latin1.decode(bytes.subarray(run.start, run.end));
      found.push({ text: readable, origin: view.origin({ start, end }) });
    }
  };
  const codes = codesOf(text);
  for (const { start, end } of base64In(codes)) {
    const sixes = sixBitsOf(codes.subarray(start, end));
    // If other characters precede it, the base64 begins at one of four offsets.
    for (let skip = 0; skip < 4; skip++) add(bytesOfBase64(sixes.subarray(skip)), start, end);
  }
  for (const { start, end } of longRuns(codes, 2 * SHORTEST, HEX)) {
    for (let skip = 0; skip < 2; skip++) add(bytesOfHex(codes.subarray(start + skip, end)), start, end);
  }
  return found;
}

/** By character code, up to what a byte holds. */
const tableOf = (belongs: (character: string) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, code) => (belongs(String.fromCharCode(code)) ? 1 : 0));
const READABLE = tableOf((character) => /[ -~\t-\r\u00a0]/.test(character));
const HEX = tableOf((character) => /[0-9a-f]/i.test(character));

/** The codes of the characters, and 0 for those beyond ASCII. */
function codesOf(text: string): Uint8Array {
  const codes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128) codes[at] = code;
  }
  return codes;
}

const ALPHABETS = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
] as const;
const SIX_BITS = Int8Array.from({ length: 128 }, (_, code) =>
  Math.max(...ALPHABETS.map((alphabet) => alphabet.indexOf(String.fromCharCode(code)))),
);

const isOfBase64 = (code: number | undefined): boolean => (SIX_BITS[code ?? 0] as number) >= 0;
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/** Finds long enough base64, also across lines. A regular expression would take ten times as long. */
function base64In(codes: Uint8Array): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < codes.length; at++) {
    if (!isOfBase64(codes[at])) continue;
    const start = at;
    for (;;) {
      while (isOfBase64(codes[at])) at++;
      const feed = codes[at] === CARRIAGE_RETURN ? at + 1 : at;
      if (codes[feed] !== LINE_FEED || !isOfBase64(codes[feed + 1])) break;
      at = feed + 1;
    }
    if (at - start >= SHORTEST_ENCODED) found.push({ start, end: at });
  }
  return found;
}

/** Values of the characters of base64 and base64url; white space is left out. */
function sixBitsOf(codes: Uint8Array): Uint8Array {
  const sixes = new Uint8Array(codes.length);
  let count = 0;
  for (let at = 0; at < codes.length; at++) {
    const value = SIX_BITS[codes[at] as number] as number;
    if (value >= 0) sixes[count++] = value;
  }
  return sixes.subarray(0, count);
}

function bytesOfBase64(sixes: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.floor((sixes.length * 3) / 4));
  for (let from = 0, to = 0; to < bytes.length; from += 4, to += 3) {
    const [second, third] = [sixes[from + 1] as number, sixes[from + 2] as number];
    // What is beyond the end is not kept.
    bytes[to] = ((sixes[from] as number) << 2) | (second >> 4);
    bytes[to + 1] = (second << 4) | (third >> 2);
    bytes[to + 2] = (third << 6) | (sixes[from + 3] as number);
  }
  return bytes;
}

function bytesOfHex(codes: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(codes.length >> 1);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = (digitOf(codes[2 * at] as number) << 4) | digitOf(codes[2 * at + 1] as number);
  }
  return bytes;
}

/** Runs of at least `shortest` bytes that belong: each covers a multiple of `shortest`, so only those are tested. */
function longRuns(bytes: Uint8Array, shortest: number, belongs: Uint8Array): Span[] {
  const runs: Span[] = [];
  let left = 0;
  for (let at = 0; at < bytes.length; at += shortest) {
    if (at < left || belongs[bytes[at] as number] === 0) continue;
    let first = at;
    while (first > left && belongs[bytes[first - 1] as number] === 1) first--;
    let after = at + 1;
    while (after < bytes.length && belongs[bytes[after] as number] === 1) after++;
    if (after - first >= shortest) runs.push({ start: first, end: after });
    left = after;
  }
  return runs;
}
