/** Lays out cleaned text for terminals and plain-text files, with continuation lines indented. */
import { graphemesOf } from './text.ts';

/** Indents every line of a field's value but the first. */
export function indented(text: string, indent = '  '): string {
  return text.replaceAll('\n', `\n${indent}`);
}

/** Addresses and hashes have up to 64 characters, and are never broken: they are there to be copied. */
const UNBROKEN = 64;

/** As `indented`, with lines broken at `columns`: where there is a space, or within a word that is longer than any code. */
export function wrapped(text: string, columns: number, indent: string): string {
  if (columns === Number.POSITIVE_INFINITY) return indented(text, indent);
  const lines = text.split('\n').flatMap((line) => brokenLine(line, columns));
  return lines.join(`\n${indent}`);
}

function brokenLine(line: string, columns: number): string[] {
  // No character is wider than two columns, so most lines fit as they are.
  if (2 * line.length <= columns) return [line.trimEnd()];
  const words = line.split(/(?<= )/).flatMap((word) => broken(word, columns));
  return filled(words, columns).map((each) => each.trimEnd());
}

function broken(word: string, columns: number): string[] {
  if (word.trimEnd().length <= UNBROKEN || widthOf(word) <= columns) return [word];
  return filled(charactersOf(word, columns), columns);
}

/** Joins pieces as long as they fit together; white space at the end of a line takes no room. */
function filled(pieces: readonly string[], columns: number): string[] {
  const full = [''];
  let width = 0;
  for (const piece of pieces) {
    if (width > 0 && width + widthOf(piece.trimEnd()) > columns) {
      full.push('');
      width = 0;
    }
    full[full.length - 1] += piece;
    width += widthOf(piece);
  }
  return full;
}

/** The characters of a word. A run of skin tones is one character, so one that is wider than the line is split. */
function charactersOf(word: string, columns: number): string[] {
  return Array.from(graphemesOf(word)).flatMap(({ segment }) =>
    widthOf(segment) > columns ? [...segment] : [segment],
  );
}

/** Columns on a terminal, approximately: terminals differ about emoji. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character < FIRST_MARK) {
      width += 1;
      continue;
    }
    if (/[\p{M}\u200c\u200d]/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** All characters before this one are one column wide. */
const FIRST_MARK = '\u0300';
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
