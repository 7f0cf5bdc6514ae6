/** Contract values in words: addresses whole, strangers' texts in quotation marks, long lists cut with a count. */
import { scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import { fieldName, quotedReveal } from '../text/text.ts';
import type { ExplainWords } from '../words/all.ts';
import { contractAddressWords } from './asset-words.ts';
import type { ExplainContext } from './scene.ts';

/** Deeper values are cut: no one would read them. */
const DEPTH = 6;
const TEXT = 120;
const BYTES = 64;

export function valueWords(
  value: xdr.ScVal,
  { budget, words }: Pick<ExplainContext, 'budget' | 'words'>,
  depth = DEPTH,
): string {
  if (budget.values <= 0) return '…';
  budget.values -= 1;
  const below = (item: xdr.ScVal) => valueWords(item, { budget, words }, depth - 1);
  switch (value.type) {
    case 'scvBool':
      return String(value.b);
    case 'scvVoid':
      return words.NOTHING;
    case 'scvString':
      return textWords(value.str.bytes, words);
    case 'scvSymbol':
      return symbolWords(value.sym, words);
    case 'scvBytes':
      return bytesWords(value.bytes.toBytes(), words);
    case 'scvAddress':
      return contractAddressWords(value.address, words);
    case 'scvVec':
      return depth === 0 ? '[…]' : `[${some(value.vec ?? [], below, { budget, words })}]`;
    case 'scvMap':
      return depth === 0
        ? '{…}'
        : `{${some(value.map ?? [], ({ key, val }) => `${below(key)}: ${below(val)}`, { budget, words })}}`;
    case 'scvU32':
    case 'scvI32':
    case 'scvU64':
    case 'scvI64':
    case 'scvU128':
    case 'scvI128':
    case 'scvU256':
    case 'scvI256':
      return scValToBigInt(value).toString();
    case 'scvTimepoint':
      return words.timeValue(value.timepoint);
    case 'scvDuration':
      return `${value.duration} s`;
    default:
      return words.valueOfType(value.type);
  }
}

function some<T>(
  items: readonly T[],
  say: (item: T) => string,
  { budget, words }: Pick<ExplainContext, 'budget' | 'words'>,
): string {
  const shown: string[] = [];
  for (const item of items) {
    if (budget.values <= 0) break;
    shown.push(say(item));
  }
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [words.andMore(left)] : [])].join(', ');
}

/** A stranger's text in quotation marks, or its bytes where they are not text. */
export function textWords(bytes: Uint8Array, words: ExplainWords, limit = TEXT): string {
  try {
    return quotedReveal(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), limit);
  } catch {
    return bytesWords(bytes, words);
  }
}

/** A symbol, safe to show: only the contract makes sure that it has letters and digits only. */
export function symbolWords(symbol: xdr.XdrString, words: ExplainWords): string {
  const name = symbol.toString();
  return fieldName(name) === name ? name : textWords(symbol.bytes, words);
}

export function bytesWords(bytes: Uint8Array, { NO_BYTES, bytesInAll }: ExplainWords): string {
  if (bytes.length === 0) return NO_BYTES;
  const shown = `0x${toHex(bytes.subarray(0, BYTES))}`;
  return bytes.length > BYTES ? bytesInAll(shown, bytes.length) : shown;
}

/** The last second that a Date can hold; the network's clock goes further. */
const LATEST = 8_640_000_000_000n;

/** Moments of the network (seconds since 1970) for a person. */
export function timeWords(seconds: bigint, { secondSince1970 }: ExplainWords): string {
  return seconds < -LATEST || seconds > LATEST
    ? secondSince1970(seconds)
    : new Date(Number(seconds) * 1_000).toISOString();
}
