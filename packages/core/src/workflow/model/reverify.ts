/**
 * The gate before a transaction from the store is handed out or sent: it is read again, and compared with its request
 * as it was when it arrived. A row that was changed, or settings that are stricter by now, do not pass. What was
 * prepared elsewhere is compared with the request that it states itself.
 */
import { actionOf } from '../../actions/actions.ts';
import { expiryOf } from '../../actions/deploy/summary.ts';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import type { Network } from '../../escrow/network.ts';
import type { ActionRequest, PreparedTransaction } from './requests.ts';
import { tokenAsCompared } from './token-decimals.ts';

/** `not-now`: today's settings do not allow it. `changed`: it is not what was stored. */
export type Verdict = 'allowed' | 'not-now' | 'changed';

type ReverifyContext = {
  readonly network: Network;
  readonly policy: { readonly maxFee: bigint; readonly allowPartly: boolean };
  readonly now: () => number;
};

/** The differences that today's settings decide, by name; another function is that of a contract which no one makes now. */
const BY_SETTINGS: readonly string[] = ['factory contract', 'contract code', 'network fee', 'function'];
/** The least life of a transaction when it arrives. One that is about to be sent may have less left. */
const LEAST_LIFE_MS = 20_000;

const decoded = new WeakMap<object, { readonly passphrase: string; readonly read: ReadTransaction }>();

/** Each row that is read from the store is decoded once. @throws CountersignError XDR_UNREADABLE, FEE_BUMPED */
export function readStored(row: Pick<PreparedTransaction, 'unsignedXdr'>, { passphrase }: Network): ReadTransaction {
  const known = decoded.get(row);
  if (known?.passphrase === passphrase) return known.read;
  const read = readTransaction(row.unsignedXdr, passphrase);
  decoded.set(row, { passphrase, read });
  return read;
}

export function reverify(
  { network, policy, now }: ReverifyContext,
  request: ActionRequest,
  transaction: PreparedTransaction,
): Verdict {
  const read = readStored(transaction, network);
  if (read.hashHex !== transaction.hash) return 'changed';
  // Tolerates a clock that was set back since the transaction was made.
  const begun = Number(read.timeBounds?.minTime ?? 0n) * 1_000;
  const at = Math.min(Math.max(now(), begun), expiryOf(read).getTime() - LEAST_LIFE_MS);
  const check = actionOf(request.action).check(read, request.request, {
    network: tokenAsCompared(network, request.request, transaction.reasons),
    maxFee: policy.maxFee,
    now: Math.floor(at / 1_000),
  });
  if (check.level === 'mismatch') {
    return check.differences.every(({ field }) => BY_SETTINGS.includes(field)) ? 'not-now' : 'changed';
  }
  if (check.call.contractId !== transaction.contractId) return 'changed';
  return check.level === 'verified' || policy.allowPartly ? 'allowed' : 'not-now';
}
