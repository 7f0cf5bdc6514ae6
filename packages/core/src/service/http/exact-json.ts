/** JSON whose numbers keep every digit, in both directions (a JS number loses them above about 15). */
import { canonicalDecimal, expandJsonNumber } from '../../escrow/index.ts';

declare global {
  // ES2026, in Node 22 and later; TypeScript's library does not declare it yet.
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/** Deeper nesting is no reply of ours, and would overflow the stack of the code that walks it. */
const MAX_DEPTH = 64;

/** Replies of this interface hold some hundreds. Half a million fit into a megabyte, and each is looked at. */
const MAX_VALUES = 10_000;

/**
 * A canonical decimal string as a number for `JSON.stringify`, digit for digit.
 * @throws TypeError if it is no decimal: nothing but digits may reach the wire unquoted
 */
export function exactNumber(decimal: string): unknown {
  if (canonicalDecimal(decimal) !== decimal) throw new TypeError('not a canonical decimal');
  return JSON.rawJSON(decimal);
}

/**
 * `JSON.parse`, but a number whose written digits a JS number does not keep comes as a decimal string with all
 * of them.
 * @throws SyntaxError if it is not JSON, nested beyond reason, or holds more values than any reply
 */
export function parseExactJson(text: string): unknown {
  const { depth, values } = measure(text);
  if (depth > MAX_DEPTH) throw new SyntaxError('nested too deeply');
  if (values > MAX_VALUES) throw new SyntaxError('holds too many values');
  // The third argument is ES2026 as well, so the reviver's type has to be told.
  return JSON.parse(text, keepDigits as (this: unknown, key: string, value: unknown) => unknown);
}

function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const written = expandJsonNumber(context.source ?? '');
  // What cannot be written out (an exponent beyond all money) is no amount at all.
  if (written === undefined) return Number.NaN;
  return expandJsonNumber(String(value)) === written ? value : written;
}

/** How deep it is nested, and how many values it can hold at most: in every object or list, one more than its commas. */
function measure(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === ',') values++;
    else if (character === '{' || character === '[') {
      deepest = Math.max(deepest, ++depth);
      values++;
    } else if (character === '}' || character === ']') depth--;
  }
  return { depth: deepest, values };
}
