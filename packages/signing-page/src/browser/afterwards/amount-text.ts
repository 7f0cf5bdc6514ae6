import { language } from '../words/words.ts';

/** "5,000 USDC". @param amount a decimal, whose every digit is shown */
export function amountText(amount: string, unit: string): string {
  const numbers = new Intl.NumberFormat(language(), { maximumFractionDigits: 20 });
  return `${numbers.format(amount as Intl.StringNumericLiteral)} ${unit}`;
}
