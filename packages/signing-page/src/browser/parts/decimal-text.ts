/** Amounts as a person reads them: digits in groups, and none lost. What is typed or copied stays plain. */
import { language } from '../words/words.ts';

const PLAIN = /^\d+(?:\.\d+)?$/;
/**
 * Half of those who read Spanish write a decimal comma, half a decimal point. Core's sentences have the point, so all
 * amounts do; and groups stand apart by a space, so that no comma can be taken for the other's point.
 */
const THIN_SPACE = '\u202f';

/** @param decimal a decimal string, which Intl reads as such: it never becomes a float */
export function decimalText(decimal: string): string {
  if (!PLAIN.test(decimal)) return decimal;
  const format = new Intl.NumberFormat(language() === 'es' ? 'es-419' : language(), {
    maximumFractionDigits: 20,
    useGrouping: language() === 'es' ? 'min2' : 'auto',
  });
  const parts = format.formatToParts(decimal as Intl.StringNumericLiteral);
  return parts.map(({ type, value }) => (type === 'group' && language() === 'es' ? THIN_SPACE : value)).join('');
}

/** "5,000 USDC" */
export const amountText = (amount: string, unit: string): string => `${decimalText(amount)} ${unit}`;
