/** Amounts as a person reads them: digits in groups, and none lost. What is typed or copied stays plain. */

/** More than a token has, and as many as every browser shows. */
const MOST_DECIMALS = 20;
const PLAIN = /^\d+(?:\.\d+)?$/;
/**
 * Half of those who read Spanish write a decimal comma, half a decimal point. Core's sentences have the point, so all
 * amounts do; and groups stand apart by a space, so that no comma can be taken for the other's point.
 */
const THIN_SPACE = '\u202f';

/**
 * @param decimal a decimal string, which Intl reads as such: it never becomes a float
 * @param least how many decimals are shown at least; none is ever cut off
 */
export function decimalText(decimal: string, language: string, least = 0): string {
  if (!PLAIN.test(decimal)) return decimal;
  const format = new Intl.NumberFormat(language === 'es' ? 'es-419' : language, {
    minimumFractionDigits: Math.min(least, MOST_DECIMALS),
    maximumFractionDigits: MOST_DECIMALS,
    useGrouping: language === 'es' ? 'min2' : 'auto',
  });
  const parts = format.formatToParts(decimal as Intl.StringNumericLiteral);
  return parts.map(({ type, value }) => (type === 'group' && language === 'es' ? THIN_SPACE : value)).join('');
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
