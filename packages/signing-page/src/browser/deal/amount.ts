/** Amounts as a person reads them: digits in groups, and none lost. What is typed or copied stays plain. */
import { language } from '../words/words.ts';

const PLAIN = /^\d+(?:\.\d+)?$/;
const MOST_DIGITS = 20;

/** @param amount a decimal string, which Intl reads as such: it never becomes a float */
export function amountText(amount: string, unit?: string): string {
  const format = new Intl.NumberFormat(language(), { maximumFractionDigits: MOST_DIGITS });
  const digits = PLAIN.test(amount) ? format.format(amount as Intl.StringNumericLiteral) : amount;
  return unit === undefined ? digits : `${digits} ${unit}`;
}
