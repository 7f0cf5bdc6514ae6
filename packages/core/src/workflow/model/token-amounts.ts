/** Sums of amounts in token units, whatever the token's decimals. */
import { fromBaseUnits, toBaseUnits } from '../../escrow/amount.ts';

/** More decimals than any token has. */
export const DECIMALS = 40;

/** Exact in token units, whatever the token's decimals. */
export function sum(amounts: readonly string[]): string {
  return fromBaseUnits(
    amounts.reduce((total, amount) => total + unitsIn(amount), 0n),
    DECIMALS,
  );
}

export const unitsIn = (amount: string): bigint => toBaseUnits(amount, DECIMALS) ?? 0n;
