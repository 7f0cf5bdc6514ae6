/**
 * Once a transaction is dead, another one takes its place. So one answer does not decide that it is: a death is final
 * when it is read a second time, in a later ledger or by another RPC. Pure.
 */

import type { PreparedTransaction } from '../model/requests.ts';
import type { DeathReading } from '../model/results.ts';
import type { Finding } from './decide.ts';

export type Death = Extract<Finding, { readonly kind: DeathReading['kind'] }>;

export const isDeath = (finding: Finding): finding is Death =>
  finding.kind === 'dead' || finding.kind === 'displaced' || finding.kind === 'rejected';

/** What a reading is worth: its ledger, and whether a second RPC reports the same. */
export type Evidence = { readonly ledger: number; readonly isAgreed: boolean };

/** @param earlier the reading that is stored with the transaction */
export function readDeath(
  { kind }: Pick<Death, 'kind'>,
  { ledger, isAgreed }: Evidence,
  earlier: DeathReading | undefined,
): DeathReading {
  if (isAgreed) return { kind, ledger, isFinal: true };
  // Included and failed, and never included, contradict each other: then the newer reading is the first one.
  if (earlier === undefined || (earlier.kind === 'rejected') !== (kind === 'rejected')) return { kind, ledger };
  return earlier.ledger < ledger ? { kind, ledger, isFinal: true } : earlier;
}

/** Whether it was read as dead once: it may still settle. */
export function isDeathDoubtful({ state, settlement }: Pick<PreparedTransaction, 'state' | 'settlement'>): boolean {
  if (state === 'settled' || state === 'taken') return false;
  // What an earlier version stored as final was read once.
  if (state === 'dead' || state === 'rejected') return settlement?.death?.isFinal !== true;
  return settlement?.death !== undefined;
}
