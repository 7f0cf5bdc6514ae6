import { language } from '../words/words.ts';

/** Every digit of a decimal, as the reader's language writes it. */
export function numberText(decimal: string): string {
  const numbers = new Intl.NumberFormat(language(), { maximumFractionDigits: 20 });
  return numbers.format(decimal as Intl.StringNumericLiteral);
}

/** "5,000 USDC" */
export const amountText = (amount: string, unit: string): string => `${numberText(amount)} ${unit}`;
