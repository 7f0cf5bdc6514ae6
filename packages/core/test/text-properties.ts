/**
 * What must hold of any text that is shown, said from Unicode's charts and from what terminals do, and not from how
 * this repository cleans text.
 */

/** Inclusive ranges of what shows as nothing, moves its neighbours, speaks to a terminal, or is no character at all. */
const UNSEEN: readonly (readonly [number, number])[] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xd800, 0xf8ff],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0d],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffc],
  [0xfffe, 0xffff],
  [0x13430, 0x1343f],
  [0x1bca0, 0x1bca3],
  [0x1d159, 0x1d159],
  [0x1d173, 0x1d17a],
  [0xe0100, 0xe0fff],
  [0xf0000, 0x10ffff],
];
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0000}-\u{e00ff}]/u;
/** One emoji as keyboards write it: with modifiers, joined, a flag, or a keycap. */
const EMOJI =
  /^(?:\p{RGI_Emoji}|[\d#*]\ufe0f?\u20e3|\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]{0,2}(?:\u200d\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]{0,2})*)\p{M}*$/v;
const JOINING =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}\p{sc=Khmr}\p{sc=Mymr}]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What of a text should not be there; empty for one that is fit to be shown. A line break is, a tab is not. */
export function unfit(text: string): string[] {
  const found = new Set<string>();
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (UNSEEN.some(([first, last]) => code >= first && code <= last) || (code & 0xfffe) === 0xfffe)
      found.add(`U+${code.toString(16)}`);
  }
  if (/[\p{Mn}\p{Me}]{5}/u.test(text)) found.add('stacked marks');
  if (JOINERS.test(text)) {
    for (const { segment } of graphemes.segment(text)) {
      if (JOINERS.test(segment) && !EMOJI.test(segment) && !JOINING.test(segment))
        found.add(`a joiner in ${escape(segment)}`);
    }
  }
  return [...found];
}

/** As `unfit`, over every text and key of a value. */
export function unfitWithin(value: unknown): string[] {
  if (typeof value === 'string') return unfit(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [...unfit(key), ...unfitWithin(item)]);
}

/** Every text of a value, with the way to it; list places are all one way. */
export function textsWithin(value: unknown, way = ''): { readonly way: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ way, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsWithin(item, `${way}.${Array.isArray(value) ? '*' : key}`),
  );
}
