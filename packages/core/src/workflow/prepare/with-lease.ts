/** Does something once at a time over all processes: preparing a request, or sending payments into an escrow. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '../../errors/errors.ts';
import type { RunningContext } from '../context.ts';

/** The holder renews its lease, and waiters check it, this many times per lease. */
const RENEWALS = 3;
const LOOKS = 50;

/**
 * @param key of equal requests of one owner, or of what else excludes each other
 * @param work learns whether somebody else held the lease before, and then looks everything up again
 */
export async function withLease<T>(
  { store, patience: { leaseMs }, call }: Pick<RunningContext, 'store' | 'patience' | 'call'>,
  key: string,
  work: (waited: boolean) => Promise<T>,
): Promise<T> {
  const [lease, holder] = [`prepare ${key}`, randomUUID()];
  let waited = false;
  while (!(await store.takeLease(lease, holder, leaseMs))) {
    waited = true;
    await sleep(leaseMs / LOOKS, undefined, { signal: call().signal }).catch(() => {
      throw new CountersignError('CANCELLED');
    });
  }
  // A lease that cannot be renewed or released expires automatically; the result of the work counts.
  const renew = () => store.takeLease(lease, holder, leaseMs).catch(() => false);
  const renewing = setInterval(renew, leaseMs / RENEWALS).unref();
  try {
    return await work(waited);
  } finally {
    clearInterval(renewing);
    await store.dropLease(lease, holder).catch(() => undefined);
  }
}
