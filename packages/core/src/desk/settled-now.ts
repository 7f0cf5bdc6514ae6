/** A settled escrow as the ledger has it now: what it was when it settled says nothing of what is left to pay. */
import type { Difference } from '../errors/errors.ts';
import type { EscrowOnChain } from '../kinds/index.ts';
import { ARCHIVED, nextOnLedger } from './escrow-next.ts';
import type { OnLedger } from './escrows-on-ledger.ts';
import type { DeployHandle, KeptEscrow } from './kept-escrow.ts';
import { compareStanding } from './truth/terms.ts';

export type SettledNow = {
  /** Absent where nothing of it could be read. */
  readonly escrow?: EscrowOnChain;
  readonly held?: OnLedger['held'];
  readonly archived?: true;
  /** In what it differs from what was asked for, as far as that is known. */
  readonly changes: readonly Difference[];
  readonly next: string;
};

/**
 * @param seen what the ledger has, by address; absent where it did not answer
 * @param noted the changes that were noted when it settled
 */
export function settledNow(
  { call, network, offer }: KeptEscrow,
  { request }: DeployHandle,
  seen: ReadonlyMap<string, OnLedger> | undefined,
  noted: readonly Difference[] = [],
): SettledNow {
  const found = seen?.get(offer.contractId);
  if (found === undefined) return { changes: noted, next: NOT_ASKED };
  const { contract, held, state } = found;
  const archived = state === 'archived' ? { archived: true as const } : {};
  if (contract === undefined) return { changes: noted, ...archived, next: UNREAD[state] };
  const changes = compareStanding(contract, call, request, network)?.differences ?? noted;
  // Other code may mean something else by the same fields.
  const escrow = contract.code === call.wasmHash ? found.escrow : undefined;
  if (escrow === undefined) return { ...archived, changes, next: UNREAD[state] };
  const next = nextOnLedger(escrow, held, network);
  return {
    escrow,
    ...archived,
    ...(held === undefined ? {} : { held }),
    changes,
    next: state === 'archived' ? `${ARCHIVED} ${next}` : next,
  };
}

const NOT_ASKED = 'The ledger could not be asked just now: ask again before anything is paid.';
const UNREAD: Readonly<Record<OnLedger['state'], string>> = {
  standing: 'Its terms cannot be read on the ledger now. Pay nothing before they can.',
  archived: ARCHIVED,
  absent: 'There is no contract at its address now; a test network may have been reset. Do not fund it.',
  'not-listed': 'The ledger does not list it now; it may be archived. Do not fund it.',
};
