/** Every known kind of escrow, and finding the kind of a value or a code. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { EARLIER_KINDS } from './earlier-kinds.ts';
import { EARLIEST_KINDS } from './earliest-kinds.ts';
import type { EscrowKind } from './escrow-kind.ts';
import { SERVED_KINDS } from './live-kinds.ts';
import { nextMulti, nextSingle } from './next-kinds.ts';
import { type ReadEscrow, readAs } from './read-as.ts';

/** Order matters: where several fit, the first that reads without a problem is used. */
export const ESCROW_KINDS: readonly EscrowKind[] = [
  ...SERVED_KINDS,
  ...EARLIER_KINDS,
  ...EARLIEST_KINDS,
  nextMulti,
  nextSingle,
];

/** The kind whose code this is. @param code lower-case hex */
export function kindOfCode(code: string): EscrowKind | undefined {
  return ESCROW_KINDS.find(({ codes }) => codes.includes(code));
}

/**
 * An escrow as a contract stores it, by the kind of the contract's code where that can read it, else by any kind.
 * @param code lower-case hex
 * @returns undefined where it cannot be read as one
 */
export function readEscrow(value: xdr.ScVal, code?: string): ReadEscrow | undefined {
  const read = readAs(ESCROW_KINDS, value, code);
  return 'unreadable' in read ? undefined : read;
}
