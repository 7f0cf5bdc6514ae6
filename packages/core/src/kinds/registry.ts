/** Every known kind of escrow, and finding the kind of a value or a code. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import { EARLIER_KINDS } from './earlier-kinds.ts';
import { type EscrowKind, type ReadEscrow, readAs } from './escrow-kind.ts';
import { SERVED_KINDS } from './live-kinds.ts';
import { nextMulti, nextSingle } from './next-kinds.ts';
import { readDeploy, readDeployOf } from './read-deploy.ts';

/** Order matters: where several fit, the first that reads without a problem is used. */
export const ESCROW_KINDS: readonly EscrowKind[] = [...SERVED_KINDS, ...EARLIER_KINDS, nextMulti, nextSingle];

/** The kind whose code this is. @param code lower-case hex */
export function kindOfCode(code: string): EscrowKind | undefined {
  return ESCROW_KINDS.find(({ codes }) => codes.includes(code));
}

/** Reads by the kind of the contract's code (lower-case hex), else by any kind; undefined where none can read it. */
export function readEscrow(value: xdr.ScVal, code?: string): ReadEscrow | undefined {
  const read = readAs(ESCROW_KINDS, value, code);
  return 'unreadable' in read ? undefined : read;
}

/** As `readDeploy`, also of kinds that no service makes today. What the comparison has read is not read again. */
export function readDeployOfAnyKind(read: ReadTransaction, passphrase: string): ReturnType<typeof readDeploy> {
  const deploy = readDeploy(read, passphrase);
  const isServed = !('unreadable' in deploy) && deploy.problems.length === 0;
  // A code that is known decides, also against a layout that fits.
  return isServed && (kindOfCode(deploy.wasmHash) ?? deploy.kind) === deploy.kind
    ? deploy
    : readDeployOf(ESCROW_KINDS, read, passphrase);
}
