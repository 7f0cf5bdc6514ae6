/** Encodings that may hide a secret in a text, character by character, and how to undo them. */
import { INVISIBLE } from '../text/text.ts';
import { tableOf } from './letters.ts';

/**
 * Percent-encoding, escapes of JSON and JavaScript, numbered characters of HTML, invisible characters, and letters
 * that are ordinary ones in another shape (full width, mathematical, in circles).
 */
export const HIDING = new RegExp(
  [
    '(?:%[0-7][0-9a-f])+',
    '(?:%[89a-f][0-9a-f])+',
    '(?:\\\\[nrt])+',
    '\\\\{1,8}(?:u\\{[0-9a-f]{1,6}\\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[nrt])',
    '&#x?[0-9a-f]{1,6};',
    `${INVISIBLE.source}+`,
    '[\\uff01-\\uff5e]+|[\\u2460-\\u24ff]+|[\\u{1d400}-\\u{1d7ff}]+',
  ].join('|'),
  'giv',
);
/** The same, at one place. */
export const HIDING_HERE = new RegExp(HIDING, 'iyv');
const utf8 = new TextDecoder();

/** The meaning of a single UTF-16 unit: another unit, or one of these. */
const ITSELF = 0;
const NOTHING = 0xffff;
/** Depends on what follows. */
const BEGINS = 0xfffe;

const standsFor = tableOf((character) => {
  if (/[%&\\\ud800-\udbff]/.test(character)) return BEGINS;
  if (character.search(HIDING) !== 0) return ITSELF;
  const plain = plainOf(character);
  return plain.length > 1 ? BEGINS : plain.charCodeAt(0) || NOTHING;
});

/** The same as replacing each match of `HIDING`, but five times as fast. */
export function withoutHiding(text: string): string {
  let plain = '';
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = standsFor(text.charCodeAt(at));
    if (unit === ITSELF) continue;
    if (unit === BEGINS) {
      const begin = beginOf(text, at);
      const end = endOf(text, begin);
      if (end === begin) {
        at = begin;
        continue;
      }
      plain += text.slice(done, begin) + plainOf(text.slice(begin, end));
      done = end;
      at = end - 1;
    } else {
      if (done < at) plain += text.slice(done, at);
      if (unit !== NOTHING) plain += String.fromCharCode(unit);
      done = at + 1;
    }
  }
  return done === 0 ? text : plain + text.slice(done);
}

/** In a long run of backslashes only the last few belong to an escape. */
function beginOf(text: string, at: number): number {
  if (text.charCodeAt(at) !== BACKSLASH) return at;
  let end = at;
  while (text.charCodeAt(end + 1) === BACKSLASH) end++;
  return Math.max(at, end - MOST_BACKSLASHES + 1);
}

/** The end of an encoded character; `begin` where no character is encoded. */
function endOf(text: string, begin: number): number {
  if (text.charCodeAt(begin) === PERCENT) return endOfPercent(text, begin);
  HIDING_HERE.lastIndex = begin;
  return mayFollow(text, begin) && HIDING_HERE.test(text) ? HIDING_HERE.lastIndex : begin;
}

/** Of encoded bytes in a row that are all ASCII, or all not. */
function endOfPercent(text: string, begin: number): number {
  const isAscii = isAsciiDigit(text.charCodeAt(begin + 1));
  let end = begin;
  while (
    text.charCodeAt(end) === PERCENT &&
    isHex(text.charCodeAt(end + 1)) &&
    isHex(text.charCodeAt(end + 2)) &&
    isAsciiDigit(text.charCodeAt(end + 1)) === isAscii
  ) {
    end += 3;
  }
  return end;
}

const isAsciiDigit = (code: number): boolean => code >= 0x30 && code <= 0x37;

const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);

/** Whether the next character may continue an encoding; only then a regular expression runs. */
function mayFollow(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  switch (text.charCodeAt(at)) {
    case AMPERSAND:
      return next === NUMBER_SIGN;
    case BACKSLASH:
      return next === BACKSLASH || 'nrtux'.includes(text.charAt(at + 1).toLowerCase());
    default:
      return true;
  }
}

const [PERCENT, AMPERSAND, NUMBER_SIGN, BACKSLASH] = [0x25, 0x26, 0x23, 0x5c];
const MOST_BACKSLASHES = 8;

const IN_OTHER_SHAPE = /^[\uff01-\uff5e\u2460-\u24ff\ud835]/;

export function plainOf(hidden: string): string {
  switch (hidden[0]) {
    case '%':
      return decodeBytes(hidden);
    case '\\':
      return hidden[2] === '\\' && hidden[1] !== '\\' ? blankEscapes(hidden) : escapedCharacter(hidden);
    case '&':
      return escapedCharacter(hidden);
    default:
      if (IN_OTHER_SHAPE.test(hidden)) return hidden.normalize('NFKC');
      // Of the invisible characters, only white space separates words.
      if (hidden.length === 1) return /\s/.test(hidden) ? ' ' : '';
      return hidden.replace(/\S+/g, '').replace(/\s/g, ' ');
  }
}

function decodeBytes(percent: string): string {
  const bytes = new Uint8Array(percent.length / 3);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = (digitOf(percent.charCodeAt(3 * at + 1)) << 4) | digitOf(percent.charCodeAt(3 * at + 2));
  }
  return utf8.decode(bytes);
}

/** How the escape of a line break or tab ends; no number does. */
const BLANK_ESCAPES = 'nrt';

/** Several such escapes in a row. Capital letters are no escapes, and stay. */
function blankEscapes(run: string): string {
  let plain = '';
  for (let at = 0; at < run.length; at += 2) {
    plain += BLANK_ESCAPES.includes(run[at + 1] as string) ? ' ' : run.slice(at, at + 2);
  }
  return plain;
}

function escapedCharacter(escaped: string): string {
  if (BLANK_ESCAPES.includes(escaped.at(-1) as string)) return ' ';
  const hex = /^(?:\\+[ux]\{?|&#x)([0-9a-f]+)/i.exec(escaped)?.[1];
  const code = hex === undefined ? Number(/^&#(\d+);$/.exec(escaped)?.[1]) : Number.parseInt(hex, 16);
  if (!Number.isInteger(code)) return escaped;
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** The lower half of a digit's code is its value, and of a letter's nine less. */
export const digitOf = (code: number): number => (code & 0x0f) + (code > 0x39 ? 9 : 0);
