/** Undoes what programs, chats and mail wrap around a text; each step undoes one known encoding. */
import { withoutInvisible } from '../../text/text.ts';

/** JSON in JSON in a link does occur; more layers do not. */
const MOST_LAYERS = 3;

/**
 * The text without invisible characters, JSON and shell escapes, HTML entities and percent-encoding. None of these
 * can be part of base64, so nothing of a plain XDR is lost.
 */
export function unwrapText(text: string): string {
  let plain = withoutInvisible(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/\t/g, ' '));
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const inner = undoPercent(undoEntities(undoEscapes(plain)));
    if (inner === plain) break;
    plain = inner;
  }
  return plain;
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: ' ' };

/** JSON's escapes (some programs write `\/` for `/`), and the backslash that continues a line in a shell. */
function undoEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  // Whole runs at a time: a hostile text may consist of nothing else.
  return text.replace(/(?:\\u[0-9A-Fa-f]{4})+|(?:\\[nrt"'`/\\\n])+/g, (run) => {
    if (run[1] === 'u') return JSON.parse(`"${run}"`) as string;
    let plain = '';
    for (let at = 1; at < run.length; at += 2) plain += ESCAPED[run[at] as string] ?? run[at];
    return plain;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  equals: '=',
  gt: '>',
  lowbar: '_',
  lt: '<',
  nbsp: ' ',
  newline: '\n',
  plus: '+',
  quot: '"',
  sol: '/',
};

function undoEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#[xX]([0-9A-Fa-f]{1,5})|#([0-9]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

/** ASCII alone: what else is encoded in a link is no part of an XDR. */
function undoPercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-7][0-9A-Fa-f])+/g, decodeURIComponent);
}
