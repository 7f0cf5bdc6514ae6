/**
 * Rent: the price of longer times to live, in stroops. A network charges by size, at a price that it votes on. Here every
 * entry has one price per ledger, derived from the price of restoring it.
 */
import { ENTRY_LIFE } from './entries.ts';
import type { Overlay } from './overlay.ts';
import { PER_RESTORED_ENTRY } from './transaction/fees.ts';

export function rentOfExtensions(overlay: Overlay): bigint {
  return overlay.extensions().reduce((sum, { from, to }) => sum + rentFor(to - from), 0n);
}

function rentFor(ledgers: number): bigint {
  return (BigInt(Math.max(0, ledgers)) * PER_RESTORED_ENTRY + BigInt(ENTRY_LIFE) - 1n) / BigInt(ENTRY_LIFE);
}
