/** Core's amounts, and lists, in the language of the page. */
import * as amounts from '@countersign/core/text/decimal-text';
import { language } from '../words/words.ts';

export const decimalText = (decimal: string): string => amounts.decimalText(decimal, language());
export const sumText = (amount: string): string => amounts.sumText(amount, language());
export const columnText = (column: readonly string[]): ((amount: string) => string) =>
  amounts.columnText(column, language());

/** "5,000 USDC" */
export const amountText = (amount: string, unit: string): string => `${sumText(amount)} ${unit}`;

/** "Ana, Ben, and Cleo"; of one there is nothing for which a browser would have to load its format. */
export const listText = (items: readonly string[]): string =>
  items.length < 2 ? items.join() : new Intl.ListFormat(language(), { type: 'conjunction' }).format(items);
