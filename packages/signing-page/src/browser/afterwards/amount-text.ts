import { decimalText } from '../parts/decimal-text.ts';

/** "5,000 USDC" */
export const amountText = (amount: string, unit: string): string => `${decimalText(amount)} ${unit}`;
