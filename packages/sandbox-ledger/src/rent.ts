/**
 * Rent: what longer lives of entries cost, in stroops. A network charges by size and at a price that it votes on; here
 * each ledger costs each entry what it costs in the life that being restored gives.
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
