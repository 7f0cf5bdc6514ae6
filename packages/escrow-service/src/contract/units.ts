/** Converts a body's amounts to base units. */
import { MAX_BASE_UNITS, toBaseUnits } from '@countersign/core/escrow';
import { Refusal } from './refusal.ts';

/**
 * @param path of the field
 * @throws Refusal where the amount has more decimals than the token, or is too large for a contract
 */
export function unitsOf(amount: string, decimals: number, path: string): bigint {
  const units = toBaseUnits(amount, decimals);
  if (units === undefined) throw new Refusal([`${path} has more than ${decimals} decimals`]);
  if (units > MAX_BASE_UNITS || units < -MAX_BASE_UNITS)
    throw new Refusal([`${path} is larger than a contract can hold`]);
  return units;
}
