/** Text written by strangers, made safe to show on one line or as a paragraph. Escaping for a place is the adapter's. */

/**
 * Characters that change how their neighbours look or that show as nothing: C0 and C1 controls, bidi marks,
 * embeddings and isolates, zero-width characters, line and paragraph separators, variation selectors, the
 * tag block, interlinear marks, the soft hyphen, invisible operators, Hangul fillers and the byte order mark.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is what this is for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is meant by itself, whatever it may join with
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc]|[\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One line: invisible characters out, white space folded, cut to `limit` characters on a grapheme. */
export function cleanLine(text: string, limit = 200): string {
  return cut(foldLine(clean(text)), limit);
}

/**
 * One line of a text that somebody signs: what is invisible in it is named in its place (`[U+202E]`), so that two
 * texts that differ on chain never look the same.
 */
export function revealLine(text: string, limit = 400): string {
  return cut(foldLine(clean(text, (hidden) => `[${nameOf(hidden)}]`)), limit);
}

/** As `revealLine`, for a paragraph. */
export function revealParagraph(text: string, limit = 2_000): string {
  return cut(foldParagraph(clean(text, (hidden) => `[${nameOf(hidden)}]`)), limit);
}

/** The names of the characters in a text that show as nothing or move their neighbours, each once: `U+202E`. */
export function hiddenCharacters(text: string): string[] {
  const found = new Set<string>();
  clean(text, (hidden) => {
    found.add(nameOf(hidden));
    return '';
  });
  return [...found];
}

/** A paragraph: as a line, but its line breaks stay (at most two together). */
export function cleanParagraph(text: string, limit = 1_000): string {
  return cut(foldParagraph(clean(text)), limit);
}

function foldLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function foldParagraph(text: string): string {
  const lines = text.split('\n').map((line) => foldLine(line));
  return lines
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

/** The text without the characters that show as nothing. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Whether nothing of the text can be seen. */
export function isBlank(text: string): boolean {
  return cleanLine(text) === '';
}

function clean(text: string, instead: (hidden: string) => string = () => ''): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replace(/\t/gu, ' ')
    .replace(INVISIBLE, (hidden, at: number, whole: string) =>
      belongs(hidden, whole.slice(Math.max(at - 4, 0), at)) ? hidden : instead(hidden),
    );
}

/** A joiner or variation selector that is part of how its neighbours are written: in emoji, Arabic and Indic scripts. */
function belongs(hidden: string, before: string): boolean {
  if (/[\ufe0e\ufe0f]/u.test(hidden)) return /[\p{Extended_Pictographic}\d#*]$/u.test(before);
  if (!/[\u200c\u200d]/u.test(hidden)) return false;
  return /(?:\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?|[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{M}])$/u.test(
    before,
  );
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let kept = '';
  // A grapheme can be arbitrarily long (stacked combining marks), so the window is cut first.
  for (const { segment } of graphemes.segment(text.slice(0, limit))) {
    if (kept.length + segment.length > limit - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** The name of a field that somebody else chose, as far as it can be repeated: no secret looks like this. */
export function fieldName(name: string): string {
  return /^[A-Za-z_][\w-]{0,30}$/.test(name) ? name : '(an odd name)';
}

/** What `cleanData` lets through of one value; a service's reply may be a thousand times as large. */
const DATA_LIMITS = { text: 1_000, entries: 100, depth: 8 } as const;

/** JSON data from outside as data to show: every text cleaned, lists and depth cut. Numbers and structure stay. */
export function cleanData<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return cleanParagraph(value, DATA_LIMITS.text) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DATA_LIMITS.depth) return '…' as T;
  if (Array.isArray(value)) return value.slice(0, DATA_LIMITS.entries).map((item) => cleanData(item, depth + 1)) as T;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, DATA_LIMITS.entries)
      .map(([key, item]) => [cleanLine(key, 100), cleanData(item, depth + 1)]),
  ) as T;
}
