/** Many balances for one caller, in full requests; addresses that could not be read are named. */
import type { CountersignError, ErrorCode } from '../../errors/errors.ts';
import type { BalanceEntry, BalancesRead } from '../escrow-service.ts';
import type { Answer } from './balance-reader.ts';

/** Errors that end the whole call. */
const FATAL: readonly ErrorCode[] = ['CANCELLED', 'INTERNAL', 'SERVICE_UNAUTHORIZED', 'SIGNER_NOT_FOUND'];
/** Errors after which the next batch would fail too. */
const FINAL: readonly ErrorCode[] = ['RATE_LIMITED', 'SERVICE_TIMEOUT', 'SERVICE_UNREACHABLE'];

export type BalanceSource = {
  readonly maxAddresses: number;
  /** Distinct addresses. */
  readonly read: (addresses: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/**
 * One entry for each of `addresses`, in order. If a whole batch fails, its addresses are entries with an error, so that
 * a long read that is interrupted still returns what was read.
 * @throws CountersignError if nothing at all could be read, if the call was cancelled, or if the credentials or
 *   the signer are refused
 */
export async function getBalances(
  addresses: readonly string[],
  source: BalanceSource,
  onProgress?: (done: number, total: number) => void,
): Promise<BalancesRead> {
  const wanted = [...new Set(addresses)];
  const entries = new Map<string, BalanceEntry>();
  let asOf = source.now();
  const unread = new Map<string, BalanceEntry>();
  let failure: CountersignError | undefined;
  for (let at = 0; at < wanted.length; at += source.maxAddresses) {
    const group = wanted.slice(at, at + source.maxAddresses);
    const isAsked = failure === undefined || !FINAL.includes(failure.code);
    const answers = isAsked ? await source.read(group) : new Map<string, Answer>();
    const before = entries.size;
    for (const [address, answer] of answers) {
      if (answer.kind === 'read') {
        entries.set(address, answer.entry);
        asOf = Math.min(asOf, answer.readAt);
      } else {
        failure = answer.error;
        if (FATAL.includes(failure.code)) throw failure;
        unread.set(address, notRead(address, failure));
      }
    }
    if (failure !== undefined && !isAsked) for (const address of group) unread.set(address, notRead(address, failure));
    if (entries.size > before) onProgress?.(entries.size, wanted.length);
  }
  if (entries.size === 0 && failure !== undefined) throw failure;
  return { asOf, entries: addresses.map((address) => (entries.get(address) ?? unread.get(address)) as BalanceEntry) };
}

const notRead = (address: string, error: CountersignError): BalanceEntry => ({
  address,
  unread: { code: 'FAILED', params: { error } },
});
