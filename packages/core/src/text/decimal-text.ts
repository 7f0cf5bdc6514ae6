/** Amounts as a person reads them: digits in groups, and none lost. What is typed or copied stays plain. */
import { withoutTrailing } from './text.ts';

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
/**
 * Half of those who read Spanish write a decimal comma, half a decimal point. Core's sentences have the point, so all
 * amounts do; and groups stand apart by a space, so that no comma can be taken for the other's point.
 */
const THIN_SPACE = '\u202f';
/** Spanish puts no more digits than these in one group. */
const UNGROUPED = 4;

/**
 * Written here, since a browser takes longer to load its own format of numbers than to decode a transaction.
 * @param decimal a decimal string: it never becomes a float
 * @param least how many decimals are shown at least; none is ever cut off
 */
export function decimalText(decimal: string, language: string, least = 0): string {
  const [, digits, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (digits === undefined) return decimal;
  const whole = digits.replace(/^0+(?=\d)/, '');
  const decimals = withoutTrailing(fraction, '0').padEnd(least, '0');
  const grouped = language === 'es' ? groupsOf(whole, UNGROUPED).join(THIN_SPACE) : groupsOf(whole).join(',');
  return decimals === '' ? grouped : `${grouped}.${decimals}`;
}

/** @param most how many digits stay together where there are no more */
function groupsOf(whole: string, most = 0): readonly string[] {
  if (whole.length <= most) return [whole];
  const first = whole.length % 3 || 3;
  return [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
}

const CENTS = 2;

/** In a sentence: a whole amount as it is, any other with at least two decimals. */
export const sumText = (amount: string, language: string): string =>
  decimalText(amount, language, amount.includes('.') ? CENTS : 0);

/** Amounts of one column: at least two decimals, and equally many, so that their points are in one line. */
export function columnText(amounts: readonly string[], language: string): (amount: string) => string {
  const decimals = amounts.map((amount) => amount.split('.')[1]?.length ?? 0);
  return (amount) => decimalText(amount, language, Math.max(CENTS, ...decimals));
}
