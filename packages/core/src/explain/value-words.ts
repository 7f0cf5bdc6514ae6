/** Contract values in words: addresses whole, strangers' texts in quotation marks, long lists cut with a count. */
import { scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import { fieldName, quotedReveal } from '../text/text.ts';
import { contractAddressWords } from './address-words.ts';
import type { Scene } from './scene.ts';

/** Nothing that a person would want to read is nested deeper. */
const DEPTH = 6;
const TEXT = 120;
const BYTES = 64;

export function valueWords(value: xdr.ScVal, { budget }: Pick<Scene, 'budget'>, depth = DEPTH): string {
  if (budget.values <= 0) return '…';
  budget.values -= 1;
  const below = (item: xdr.ScVal) => valueWords(item, { budget }, depth - 1);
  switch (value.type) {
    case 'scvBool':
      return String(value.b);
    case 'scvVoid':
      return 'nothing';
    case 'scvString':
      return textWords(value.str.bytes);
    case 'scvSymbol':
      return symbolWords(value.sym);
    case 'scvBytes':
      return bytesWords(value.bytes.toBytes());
    case 'scvAddress':
      return contractAddressWords(value.address);
    case 'scvVec':
      return depth === 0 ? '[…]' : `[${some(value.vec ?? [], below, budget)}]`;
    case 'scvMap':
      return depth === 0
        ? '{…}'
        : `{${some(value.map ?? [], ({ key, val }) => `${below(key)}: ${below(val)}`, budget)}}`;
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
      return `the time ${value.timepoint}`;
    case 'scvDuration':
      return `${value.duration} s`;
    default:
      return `(a value of type ${value.type})`;
  }
}

function some<T>(items: readonly T[], words: (item: T) => string, budget: Scene['budget']): string {
  const shown: string[] = [];
  for (const item of items) {
    if (budget.values <= 0) break;
    shown.push(words(item));
  }
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

/** A stranger's text in quotation marks, or its bytes where it is none. */
export function textWords(bytes: Uint8Array, limit = TEXT): string {
  try {
    return quotedReveal(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), limit);
  } catch {
    return bytesWords(bytes);
  }
}

/** A name of a contract's, which only the contract holds to letters and digits. */
export function symbolWords(symbol: xdr.XdrString): string {
  const name = symbol.toString();
  return fieldName(name) === name ? name : textWords(symbol.bytes);
}

export function bytesWords(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'no bytes';
  const shown = `0x${toHex(bytes.subarray(0, BYTES))}`;
  return bytes.length > BYTES ? `${shown}… (${bytes.length} bytes in all)` : shown;
}
