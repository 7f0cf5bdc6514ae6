/** Text for Discord's Markdown. Strangers write titles and descriptions, and may not format, link or mention. */
import { readAmount } from '@countersign/core/escrow';
import { cleanLine, cleanParagraph, quoted } from '@countersign/core/text';

/**
 * Everything that means something to Discord anywhere in a line: emphasis, code, spoilers, quotes, headings, `-#`,
 * lists, masked links, bare addresses (their colon, slashes and dots), mentions, timestamps and emoji. Discord takes
 * a backslash before any of them as "this very character".
 */
const SPECIAL = /[\\*_~`|>#+\-.()[\]{}<:@/!&]/g;

/** One line of plain text: cleaned, cut to `limit` characters, escaped. */
export const line = (text: string, limit?: number): string => escapeMarks(cleanLine(text, limit));

/** Text of several lines goes into a quotation, so that none of them can pass for a line of ours. */
export function paragraph(text: string, limit?: number, lines = Number.POSITIVE_INFINITY): string {
  const all = cleanParagraph(text, limit).split('\n');
  const shown = all.length > lines ? [...all.slice(0, lines), '…'] : all;
  const [only = '', ...more] = shown.map(escapeMarks);
  return more.length === 0 ? only : [only, ...more].map((each) => `\n> ${each}`).join('');
}

/** A stranger's words within a sentence of ours. */
export const quote = (text: string, limit?: number): string => escapeMarks(quoted(text, limit));

/** Up to a space or a quotation mark, without the punctuation that ends it in a sentence. */
const WEB_ADDRESS = /(https?:\/\/[^\s<>"“”‘’«»]*[^\s<>"“”‘’«».,;:!?'()[\]])/;

/** As `line`, but the web addresses in it can be opened. For evidence, which somebody has to look at. */
export function linked(text: string, limit?: number): string {
  return cleanLine(text, limit)
    .split(WEB_ADDRESS)
    .map((part, at) => (at % 2 === 1 && opensAsRead(part) ? `<${part}>` : escapeMarks(part)))
    .join('');
}

/** Of harmless characters alone, and without another host behind an @. Between < and > Discord shows it whole. */
function opensAsRead(address: string): boolean {
  if (!/^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(address) || !URL.canParse(address)) return false;
  const { username, password, hostname } = new URL(address);
  return username === '' && password === '' && address.includes(hostname);
}

/** As somebody wrote it, with or without its sign. */
export function percent(text: string): string {
  const read = readAmount(text, '%');
  return typeof read === 'string' ? `${read} %` : line(text, 20);
}

/** Addresses, hashes, ids and the page's links, to be copied as they are; anything else in it is left out. */
export const code = (text: string): string => `\`${text.replace(/[^\w:./-]/g, '').slice(0, 200)}\``;

/** Shown by each client in its own words and time zone: "in 2 minutes". @param time ISO 8601 or epoch milliseconds */
export const relativeTime = (time: string | number): string => `<t:${Math.floor(new Date(time).getTime() / 1_000)}:R>`;

/** “16:20 (in 2 minutes)”, likewise. */
export function clockTime(time: string | number): string {
  const relative = relativeTime(time);
  return `${relative.replace(':R>', ':t>')} (${relative})`;
}

/** “23 November 2026 16:20”, likewise. */
export const wholeTime = (time: string | number): string => relativeTime(time).replace(':R>', ':f>');

/** A message as a file has it: without marks, a colon after a label, times as ISO 8601, quotations set in. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/<t:(\d+):t> \(<t:\1:R>\)|<t:(\d+):\w>/g, (_, clock, other) => isoTime(clock ?? other))
    .replaceAll(/^\*\*(\p{Lu}[^*]*[^*.])\*\* (?=\S)/gmu, '$1: ')
    .replaceAll(/^(?:#+|-#) /gm, '')
    .replaceAll(/^> /gm, '  ')
    .replaceAll(/\\(.)|\*\*|`/g, '$1');
}

const isoTime = (seconds: string): string => new Date(Number(seconds) * 1_000).toISOString();

const escapeMarks = (text: string): string => text.replace(SPECIAL, '\\$&');
