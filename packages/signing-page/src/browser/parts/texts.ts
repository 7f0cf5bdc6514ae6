/** Core's amounts, and lists, in the language of the page. */
import * as amounts from '@countersign/core/text/decimal-text';
import { joined } from '@countersign/core/text/message';
import { language, words } from '../words/words.ts';

export const decimalText = (decimal: string): string => amounts.decimalText(decimal, language());
export const sumText = (amount: string): string => amounts.sumText(amount, language());
export const columnText = (column: readonly string[]): ((amount: string) => string) =>
  amounts.columnText(column, language());

/** "5,000 USDC" */
export const amountText = (amount: string, unit: string): string => `${sumText(amount)} ${unit}`;

/** "Ana, Ben and Cleo", without `Intl`: a browser takes longer to load its format of lists than to draw the page. */
export function listText(items: readonly string[]): string {
  const { usual, beforeI } = words().page.and;
  return joined(items, /^(?:i|hi(?![ae]))/i.test(items.at(-1) ?? '') ? beforeI : usual);
}
