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

/** Someone who follows an escrow reads the same rows again and again. */
const MOST_KEPT = 64;
const decoded = new Map<string, { readonly passphrase: string; readonly read: ReadTransaction }>();

/** The latest ones are decoded once. @throws CountersignError XDR_UNREADABLE, FEE_BUMPED */
export function readStored({ unsignedXdr }: Pick<PreparedTransaction, 'unsignedXdr'>, { passphrase }: Network) {
  const known = decoded.get(unsignedXdr);
  const read = known?.passphrase === passphrase ? known.read : readTransaction(unsignedXdr, passphrase);
  decoded.delete(unsignedXdr);
  decoded.set(unsignedXdr, { passphrase, read });
  const [oldest] = decoded.size > MOST_KEPT ? decoded.keys() : [];
  if (oldest !== undefined) decoded.delete(oldest);
  return read;
}

/** By the decoded transaction: the rest of a row that was the same as what was stored. */
const same = new WeakMap<ReadTransaction, { readonly row: string; readonly network: Network }>();

const rowOf = ({ action, request }: ActionRequest, { hash, contractId, reasons }: PreparedTransaction): string =>
  JSON.stringify([action, request, hash, contractId, reasons]);

/** Whether this very row was found to be as it was stored. */
export function hasPassed(network: Network, request: ActionRequest, transaction: PreparedTransaction): boolean {
  const known = same.get(readStored(transaction, network));
  return known?.network === network && known.row === rowOf(request, transaction);
}

/** Whether it is what was stored, whatever today's settings allow. A row that passed is compared again once it differs. */
export function isAsStored(
  context: ReverifyContext,
  request: ActionRequest,
  transaction: PreparedTransaction,
): boolean {
  const { network } = context;
  if (hasPassed(network, request, transaction)) return true;
  const isSame = reverify(context, request, transaction) !== 'changed';
  if (isSame) same.set(readStored(transaction, network), { row: rowOf(request, transaction), network });
  return isSame;
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
