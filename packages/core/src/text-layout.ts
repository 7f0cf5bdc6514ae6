/** Cleaned text laid out in plain text: on a terminal, and in a file. What follows a value's first line is set in. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text with lines as the value of a field in plain text: what follows its first line is set in. */
export function indented(text: string, indent = '  '): string {
  return text.replaceAll('\n', `\n${indent}`);
}

/** Addresses and hashes have up to 64 characters, and are never broken: they are there to be copied. */
const UNBROKEN = 64;

/** As `indented`, with lines broken at `columns`: where there is a space, or within a word that is longer than any code. */
export function wrapped(text: string, columns: number, indent: string): string {
  if (columns === Number.POSITIVE_INFINITY) return indented(text, indent);
  const pieces = text.split('\n').map((line) => line.split(/(?<= )/).flatMap((word) => broken(word, columns)));
  const lines = pieces.flatMap((words) => {
    const full: string[] = [''];
    for (const word of words) {
      const last = full[full.length - 1] as string;
      if (last !== '' && widthOf(last) + widthOf(word.trimEnd()) > columns) full.push(word);
      else full[full.length - 1] = last + word;
    }
    return full.map((line) => line.trimEnd());
  });
  return lines.join(`\n${indent}`);
}

function broken(word: string, columns: number): string[] {
  if (word.trimEnd().length <= UNBROKEN || widthOf(word) <= columns) return [word];
  const pieces = [''];
  let width = 0;
  for (const segment of charactersOf(word, columns)) {
    const wide = widthOf(segment);
    if (width > 0 && width + wide > columns) {
      pieces.push('');
      width = 0;
    }
    pieces[pieces.length - 1] += segment;
    width += wide;
  }
  return pieces;
}

/** A run of skin tones counts as one character, however long: what is wider than the line comes in its code points. */
function charactersOf(word: string, columns: number): string[] {
  return Array.from(graphemes.segment(word)).flatMap(({ segment }) =>
    widthOf(segment) > columns ? [...segment] : [segment],
  );
}

/** Columns on a terminal, as nearly as it can be told: terminals differ about emoji. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[\p{M}\u200c\u200d]/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
