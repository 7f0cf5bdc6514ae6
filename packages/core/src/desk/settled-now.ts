/** A settled escrow as the ledger has it now: what it was when it settled says nothing of what is left to pay. */
import type { Difference } from '../errors/errors.ts';
import type { EscrowOnChain } from '../kinds/index.ts';
import { nextOnLedger } from './escrow-next.ts';
import type { OnLedger } from './escrows-on-ledger.ts';
import type { DeployHandle, KeptEscrow } from './kept-escrow.ts';
import { compareStanding } from './truth/terms.ts';

export type SettledNow = {
  /** Absent where nothing of it could be read. */
  readonly escrow?: EscrowOnChain;
  readonly held?: OnLedger['held'];
  /** In what it differs from what was asked for, as far as that is known. */
  readonly changes: readonly Difference[];
  readonly next: string;
};

/**
 * @param seen what the ledger lists, by address; absent where it did not answer
 * @param noted the changes that were noted when it settled
 */
export function settledNow(
  { call, network, offer }: KeptEscrow,
  { request }: DeployHandle,
  seen: ReadonlyMap<string, OnLedger> | undefined,
  noted: readonly Difference[] = [],
): SettledNow {
  const found = seen?.get(offer.contractId);
  if (found === undefined) return { changes: noted, next: seen === undefined ? NOT_ASKED : NOT_LISTED };
  const { contract, held } = found;
  const changes = compareStanding(contract, call, request, network)?.differences ?? noted;
  // Other code may mean something else by the same fields.
  const escrow = contract.code === call.wasmHash ? found.escrow : undefined;
  if (escrow === undefined) return { changes, next: NOT_READABLE };
  return { escrow, ...(held === undefined ? {} : { held }), changes, next: nextOnLedger(escrow, held, network) };
}

const NOT_ASKED = 'The ledger could not be asked just now: ask again before anything is paid.';
const NOT_LISTED = 'The ledger does not list it now; it may be archived. Do not fund it.';
const NOT_READABLE = 'Its terms cannot be read on the ledger now. Pay nothing before they can.';
