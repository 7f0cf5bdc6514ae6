/** Reads amounts and percentages as people write them: with a token's code, and in either notation of decimals. */
import { createProblem, type Problem } from '../errors/problems.ts';
import { givenFields, isObject } from '../text/fields.ts';
import { canonicalDecimal } from './amount.ts';
import { knownToken, type Network } from './network.ts';

const PLAIN = /^(-?\d+)(?:([.,])(\d+))?$/;
/** In groups of three, each after the same separator, with decimals after another one. */
const GROUPED = /^(-?\d{1,3}(?:([ '.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
const WITH_UNIT = /^(%|\p{Sc}|\p{L}{1,12}) ?(?=-?\d)|(?<=\d) ?(%|\p{Sc}|\p{L}[\p{L}\p{N}]{0,11})$/u;

/**
 * A canonical decimal string, or the problem of what was written.
 * @param unit that may be written with the number: a token's code, or `%`
 * @example
 * ```ts
 * import { readAmount } from '@countersign/core/escrow';
 *
 * console.log(readAmount('1.500,50 USDC', 'USDC')); // → 1500.5
 * ```
 */
export function readAmount(text: string, unit?: string): string | Problem {
  const cleaned = text.length > 100 ? '' : text.trim().replace(/\s+/gu, ' ').replaceAll('’', "'");
  const [, before, number = before] = WITH_UNIT.exec(cleaned) ?? [];
  const value = decimalOf(cleaned.replace(WITH_UNIT, ''));
  if (typeof value !== 'string') return value;
  if (number === undefined || number.toLowerCase() === unit?.toLowerCase()) return value;
  if (unit === '%') return createProblem('NOT_A_DECIMAL');
  if (number === '%') return createProblem('PERCENT_AS_AMOUNT');
  return /\p{Sc}/u.test(number) ? createProblem('CURRENCY_SIGN', { sign: number }) : createProblem('OTHER_UNIT');
}

function decimalOf(number: string): string | Problem {
  const [plain, whole = '', separator, decimals = ''] = PLAIN.exec(number) ?? [];
  // Everywhere else `1.500` is a decimal, so only a comma is read in two ways.
  if (separator === ',' && decimals.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole)) {
    const decimal = canonicalDecimal(`${whole}.${decimals}`) as string;
    return createProblem('TWO_READINGS', { thousands: whole + decimals, decimal });
  }
  const [, grouped = '', group, point, rest = '0'] = GROUPED.exec(number) ?? [];
  const isGrouped = plain === undefined && point !== group;
  const decimal = isGrouped ? `${grouped.replace(/[ '.,]/g, '')}.${rest}` : (plain ?? '').replace(',', '.');
  return canonicalDecimal(decimal) ?? createProblem('NOT_A_DECIMAL');
}

/** A request with its amounts as plain numbers, where they are written with the code of its own token. */
export function withPlainAmounts(input: unknown, network: Network): unknown {
  const { trustline } = givenFields(input);
  const { address } = givenFields(Array.isArray(trustline) ? trustline[0] : trustline);
  const code = typeof address === 'string' ? knownToken(network, address)?.code : undefined;
  return code === undefined ? input : withoutCode(input, code, MOST_DEEP);
}

/** `changes.milestones[0].amount` is the deepest. */
const MOST_DEEP = 4;

function withoutCode(value: unknown, code: string, deep: number): unknown {
  if (deep === 0) return value;
  if (Array.isArray(value)) return value.map((each) => withoutCode(each, code, deep - 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (key !== 'amount' || typeof each !== 'string') return [key, withoutCode(each, code, deep - 1)];
      const read = readAmount(each, code);
      return [key, typeof read === 'string' ? read : each];
    }),
  );
}
