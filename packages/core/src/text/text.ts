/** Text written by strangers, made safe to show on one line or as a paragraph. Escaping for a place is the adapter's. */

/**
 * Characters that show as nothing, change how their neighbours look, or show as whatever a font likes: controls,
 * bidi marks, zero-width and other format characters, line and paragraph separators, what Unicode calls ignorable
 * (variation selectors, the tag block, fillers), private use, noncharacters, and the blanks among the letters.
 * The format characters of Arabic, Syriac and Kaithi numbers can be seen, and stay.
 */
export const INVISIBLE =
  /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc\u{1d159}]--[\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]/gv;

/** Flags of countries within a country, the only ones that are written with characters of the tag block. */
const TAGGED_FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/v;
export const FLAG_OR_INVISIBLE = new RegExp(`${TAGGED_FLAG.source}|${INVISIBLE.source}`, 'gv');

/** More marks on one letter than any script needs (Unicode Technical Standard 39, 5.4): they cover other lines. */
const STACKED = /(?<=[\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

/**
 * One line: without invisible characters, white space folded, cut at a grapheme to `limit` characters.
 * @example
 * ```ts
 * import { cleanLine } from '@countersign/core/text';
 *
 * console.log(cleanLine('paid\u202e in\n full')); // → paid in full
 * console.log(cleanLine('a very long title', 6)); // → a ver…
 * ```
 */
export function cleanLine(text: string, limit = 200): string {
  return cut(foldLine(clean(text)), limit);
}

/**
 * One line of a text that somebody signs: invisible characters are replaced by their names (`[U+202E]`), so that two
 * texts that differ on chain never look the same.
 */
export function revealLine(text: string, limit = 400): string {
  return cut(foldLine(clean(text, named, counted)), limit);
}

export function revealParagraph(text: string, limit = 2_000): string {
  return cut(foldParagraph(clean(text, named, counted)), limit);
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

/** Whether the text has letters with so many marks that some are left out when it is shown. */
export function stacksMarks(text: string): boolean {
  return clean(text).length !== clean(text, undefined, (marks) => marks).length;
}

/** A paragraph: as a line, but its line breaks stay (at most two together). */
export function cleanParagraph(text: string, limit = 1_000): string {
  return cut(foldParagraph(clean(text)), limit);
}

function foldLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function foldParagraph(text: string): string {
  const lines = text.split('\n').map(foldLine).join('\n');
  return lines.replace(/\n{3,}/gu, '\n\n').trim();
}

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** JSON text in which what would move, hide or cover its neighbours on a terminal is an escape sequence. */
export function escapeInvisible(json: string): string {
  const escaped = (hidden: string) =>
    hidden.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return json.replace(INVISIBLE, escaped).replace(STACKED, escaped);
}

/** Without the run of one character at its end. A regular expression would restart at every place of each run. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (text[end - 1] === character) end--;
  return text.slice(0, end);
}

export function isBlank(text: string): boolean {
  return cleanLine(text) === '';
}

function clean(
  text: string,
  instead: (hidden: string) => string = () => '',
  insteadOfMarks: (marks: string) => string = () => '',
): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replace(/\t/gu, ' ')
    .replace(FLAG_OR_INVISIBLE, (found, at: number, whole: string) =>
      found.length > LONGEST_CHARACTER || belongs(found, at, whole) ? found : instead(found),
    )
    .replace(STACKED, insteadOfMarks);
}

const named = (hidden: string) => `[${nameOf(hidden)}]`;
const counted = (marks: string) => `[${[...marks].length} marks more]`;

/** In UTF-16 units: a longer match is a flag. */
const LONGEST_CHARACTER = 2;

// With `v`: under `u`, V8 in Node 26.10 never finds a range beyond U+FFFF right before the end of a text.
const EMOJI_BEFORE = /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?$/v;
/** The longest emoji sequence of Unicode. A longer chain would be one very wide character without a line break. */
const FULL_CHAIN =
  /(?:\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]{0,2}\u200d){3}\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?$/v;
const LONGEST_CHAIN = 24;
/**
 * A letter, with its marks, of a script in which joiners change how letters are written. Marks alone are not enough: many
 * are shared with scripts where a joiner is invisible.
 */
const JOINING_BEFORE =
  /(?=\p{L})[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}\p{sc=Khmr}\p{sc=Mymr}]\p{M}{0,4}$/u;

const JOINERS: ReadonlySet<string> = new Set(['\u200c', '\u200d']);
const BELONGING: ReadonlySet<string> = new Set([...JOINERS, '\ufe0e', '\ufe0f']);

/** Whether a joiner or variation selector affects how its neighbours are written. */
function belongs(hidden: string, at: number, whole: string): boolean {
  // Without slices or regular expressions, since a text may consist of nothing else.
  if (!BELONGING.has(hidden) || JOINERS.has(whole[at - 1] ?? '')) return false;
  const before = whole.slice(Math.max(at - 5, 0), at);
  const after = whole.slice(at + 1, at + 3);
  if (/[\ufe0e\ufe0f]/u.test(hidden)) {
    return /\p{Extended_Pictographic}$/u.test(before) || (/[\d#*]$/u.test(before) && after.startsWith('\u20e3'));
  }
  if (hidden === '\u200d' && EMOJI_BEFORE.test(before)) {
    const chain = whole.slice(Math.max(at - LONGEST_CHAIN, 0), at);
    return /^\p{Extended_Pictographic}/u.test(after) && !FULL_CHAIN.test(chain);
  }
  return /[\u200c\u200d]/u.test(hidden) && JOINING_BEFORE.test(before);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let kept = '';
  // A grapheme can be arbitrarily long (joined emoji), so the text is cut first, a little beyond the limit, so that half
  // a character is never kept.
  for (const { segment } of graphemesOf(text.slice(0, limit + 2))) {
    if (kept.length + segment.length > limit - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Marks that could look like the end of our quotation, and primes that look like them. */
const QUOTES =
  /[\p{Quotation_Mark}\u02b9-\u02bd\u02c8\u02ca\u02cb\u02dd\u02ee\u02f5\u02f6\u2032-\u2037\u2057\u275b-\u275e]+/gu;

/** A stranger's words within a sentence of ours: one line in quotation marks that it cannot close. */
export function quoted(text: string, limit?: number): string {
  return `“${cleanLine(text, limit).replace(QUOTES, '’')}”`;
}

/** As `quoted`, for a text that somebody signs: invisible characters are named. */
export function quotedReveal(text: string, limit?: number): string {
  return `“${revealLine(text, limit).replace(QUOTES, '’')}”`;
}

/** The name of a field, if it is safe to repeat: no secret looks like this. */
export function fieldName(name: string): string {
  return /^[A-Za-z_][\w-]{0,30}$/.test(name) ? name : '(an odd name)';
}

/**
 * How much `cleanData` keeps of one value. A service's reply may be a thousand times as large, and all of it would reach
 * a model. All texts of a deploy are some 7,000 characters at most (decision 76).
 */
const DATA_LIMITS = {
  text: 1_000,
  entries: 100,
  depth: 8,
  allText: 20_000,
  allEntries: 1_000,
  allRead: 100_000,
} as const;

/** JSON data from outside as data to show: every text cleaned, lists, depth and the whole cut. Numbers and structure stay. */
export function cleanData<T>(value: T): T {
  let textLeft: number = DATA_LIMITS.allText;
  let entriesLeft: number = DATA_LIMITS.allEntries;
  // Invisible characters do not count towards the text that is left, but reading them takes time.
  let toRead: number = DATA_LIMITS.allRead;
  const read = (text: string): string => {
    const begun = text.slice(0, toRead);
    toRead -= begun.length;
    return begun.length < text.length ? `${begun}…` : text;
  };
  const take = (text: string): string => {
    const kept = cut(text, Math.max(textLeft, 1));
    textLeft -= kept.length;
    return kept;
  };
  const visit = (part: unknown, depth: number): unknown => {
    if (typeof part === 'string') return take(cleanParagraph(read(part), DATA_LIMITS.text));
    if (typeof part !== 'object' || part === null) return part;
    if (depth >= DATA_LIMITS.depth) return '…';
    const entries = Object.entries(part).slice(0, Math.min(DATA_LIMITS.entries, Math.max(entriesLeft, 0)));
    entriesLeft -= entries.length;
    if (Array.isArray(part)) return entries.map(([, item]) => visit(item, depth + 1));
    return Object.fromEntries(entries.map(([key, item]) => [take(cleanLine(read(key), 100)), visit(item, depth + 1)]));
  };
  return visit(value, 0) as T;
}

const ADDRESS_LENGTH = 56;
const ADDRESS = /^[GC][A-Z2-7]{55}$/;
/** Between the first and the last of a row of more than ten. */
const MANY = 9;

/** Where little room is left: of more than ten addresses in a row the first. @param more “and 21 more” */
export function withFewAddresses(sentence: string, more: (left: number) => string): string {
  const parts = sentence.split(', ');
  const begin = parts.findIndex((_, at) => parts.slice(at, at + MANY).filter(isWhole).length === MANY);
  if (begin === -1) return sentence;
  // The first of a row may end a part, and the last begin one.
  const from = isWhole(parts[begin - 1]?.slice(-ADDRESS_LENGTH) ?? '') ? begin : begin + 1;
  const length = parts.slice(from).findIndex((part) => !isWhole(part));
  const to = length === -1 ? parts.length : from + length;
  const last = parts[to] ?? '';
  const isLast = isWhole(last.slice(0, ADDRESS_LENGTH));
  const shown = `${parts.slice(0, from).join(', ')} ${more(to - from + (isLast ? 1 : 0))}`;
  if (isLast) return [shown + last.slice(ADDRESS_LENGTH), ...parts.slice(to + 1)].join(', ');
  return [shown, ...parts.slice(to)].join(', ');
}

const isWhole = (part: string): boolean => part.length === ADDRESS_LENGTH && ADDRESS.test(part);

let segmenter: Intl.Segmenter | undefined;

/** Splits a text into what readers see as single characters. */
export function graphemesOf(text: string): Intl.Segments {
  // Created on first use: it takes 20 ms, half the time of a host's first answer.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}
