/** JSON whose numbers keep every digit, in both directions (a JS number loses them above about 15). */
import { canonicalDecimal, expandJsonNumber } from '../../escrow/index.ts';

declare global {
  // ES2026, in Node 22 and later; TypeScript's library does not declare it yet.
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/** No honest reply is nested deeper, and deeper nesting could overflow the stack. */
const MAX_DEPTH = 64;

/** Honest replies have some hundreds. Half a million would fit into a megabyte, and each is processed. */
const MAX_VALUES = 10_000;

/**
 * A canonical decimal string as a number for `JSON.stringify`, digit for digit.
 * @throws TypeError if it is not a decimal: only digits may go into the JSON unquoted
 */
export function exactNumber(decimal: string): unknown {
  if (canonicalDecimal(decimal) !== decimal) throw new TypeError('not a canonical decimal');
  return JSON.rawJSON(decimal);
}

/**
 * `JSON.parse`, but a number that would lose digits as a JS number becomes a decimal string.
 * @throws SyntaxError if it is not JSON, nested beyond reason, or holds more values than any reply
 */
export function parseExactJson(text: string): unknown {
  const { depth, values } = measure(text);
  if (depth > MAX_DEPTH) throw new SyntaxError('nested too deeply');
  if (values > MAX_VALUES) throw new SyntaxError('holds too many values');
  // The reviver's third argument is ES2026 too, so its type must be asserted.
  return JSON.parse(text, keepDigits as (this: unknown, key: string, value: unknown) => unknown);
}

function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const decimal = expandJsonNumber(context.source ?? '');
  // A number that cannot be written out (a huge exponent) is no amount.
  if (decimal === undefined) return Number.NaN;
  return expandJsonNumber(String(value)) === decimal ? value : decimal;
}

/** The nesting depth, and an upper bound of the values: in every object or list, one more than its commas. */
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
