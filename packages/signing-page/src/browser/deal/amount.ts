import { decimalText } from '../parts/decimal-text.ts';

/** @param amount a decimal string */
export const amountText = (amount: string, unit?: string): string =>
  unit === undefined ? decimalText(amount) : `${decimalText(amount)} ${unit}`;
