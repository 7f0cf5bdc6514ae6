/**
 * Money and percentages as exact decimals. Inside Countersign an amount is a decimal string in token units or a
 * bigint in base units, never a float: a Number loses digits above about 900 million with 7 decimals.
 */
import { withoutTrailing } from '../text/text.ts';

/** The largest amount the contract can hold (i128), in base units. */
export const MAX_BASE_UNITS = 2n ** 127n - 1n;

/** The largest amount that an account can hold of a Stellar asset (int64), in base units. */
export const MAX_ASSET_UNITS = 2n ** 63n - 1n;

/** A basis point is the finest fee the contract stores; 9900 (99 %) is the highest it takes. */
export const MAX_FEE_BASIS_POINTS = 9_900;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** A JavaScript number is exact up to this many significant digits. */
const SAFE_DIGITS = 15;

/**
 * A number or a decimal string as a canonical decimal string (no exponent, no leading or trailing zeros), or
 * undefined if it is neither. A JS number with more than 15 significant digits is refused: it may have been
 * rounded on its way here.
 */
export function canonicalDecimal(value: string | number): string | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return undefined;
    const decimal = expandJsonNumber(String(value));
    if (decimal === undefined || significantDigits(decimal) > SAFE_DIGITS) return undefined;
    return decimal;
  }
  const match = DECIMAL.exec(value);
  if (match === null || value.length > 100) return undefined;
  return assemble(match[1] as string, match[2] as string, match[3] ?? '');
}

/** The exact decimal value of a JSON number's source text, with the exponent written out. */
export function expandJsonNumber(source: string): string | undefined {
  const match = JSON_NUMBER.exec(source);
  if (match === null || source.length > 100) return undefined;
  const whole = match[2] as string;
  const fraction = match[3] ?? '';
  const exponent = Number(match[4] ?? 0);
  if (Math.abs(exponent) > 100) return undefined;
  const point = whole.length + exponent;
  const digits = (whole + fraction).padEnd(point, '0').padStart((whole + fraction).length - Math.min(point, 0), '0');
  const split = Math.max(point, 0);
  return assemble(match[1] as string, digits.slice(0, split), digits.slice(split));
}

/**
 * Token units as text -> base units. Undefined if it is not a decimal, or has more decimals than the token.
 * @example
 * ```ts
 * import { fromBaseUnits, toBaseUnits } from '@countersign/core/escrow';
 *
 * console.log(toBaseUnits('10.5', 7)); // → 105000000n
 * console.log(toBaseUnits('0.00000001', 7)); // → undefined
 * console.log(fromBaseUnits(105_000_000n, 7)); // → 10.5
 * ```
 */
export function toBaseUnits(amount: string, decimals: number): bigint | undefined {
  const match = DECIMAL.exec(amount);
  if (match === null) return undefined;
  const fraction = withoutTrailing(match[3] ?? '', '0');
  if (fraction.length > decimals) return undefined;
  const units = BigInt((match[2] as string) + fraction.padEnd(decimals, '0'));
  return match[1] === '-' ? -units : units;
}

/** Base units -> token units as canonical text (105000000n with 7 decimals is "10.5"). */
export function fromBaseUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return assemble(units < 0n ? '-' : '', digits.slice(0, point), digits.slice(point));
}

/** More than any token has. */
const MOST_DECIMALS = 40;

/** The exact sum of decimal strings with any number of decimals. A text that is not a decimal counts as 0. */
export function addAmounts(amounts: readonly string[]): string {
  const units = amounts.reduce((sum, amount) => sum + (toBaseUnits(amount, MOST_DECIMALS) ?? 0n), 0n);
  return fromBaseUnits(units, MOST_DECIMALS);
}

/** The number of decimals of a unit multiplier (10000000 -> 7); undefined if it is not a power of ten. */
export function decimalsOfMultiplier(multiplier: number): number | undefined {
  const text = String(multiplier);
  return /^10*$/.test(text) && text.length <= 10 ? text.length - 1 : undefined;
}

/** A percentage as text -> basis points ("0.29" -> 29). Undefined if it is finer than a basis point or not a decimal. */
export function toBasisPoints(percent: string): number | undefined {
  const units = toBaseUnits(percent, 2);
  return units === undefined || units < 0n || units > 1_000_000n ? undefined : Number(units);
}

/** Basis points -> a percentage as text (29 -> "0.29"). */
export function fromBasisPoints(basisPoints: number): string {
  return fromBaseUnits(BigInt(basisPoints), 2);
}

function assemble(sign: string, whole: string, fraction: string): string {
  const left = whole.replace(/^0+(?=\d)/, '') || '0';
  const right = withoutTrailing(fraction, '0');
  const magnitude = right === '' ? left : `${left}.${right}`;
  return magnitude === '0' ? '0' : sign + magnitude;
}

function significantDigits(decimal: string): number {
  return decimal.replace(/[-.]/g, '').replace(/^0+/, '').length;
}
