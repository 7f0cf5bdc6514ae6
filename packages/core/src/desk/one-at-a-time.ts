/** One preparation of a request at a time, over all processes: the service is asked once for what is asked at once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '../errors/errors.ts';
import type { DeskContext } from './context.ts';
import type { RunningCall } from './run-call.ts';

/** Parts of a lease: one that lives takes it anew before it ends, and whoever waits looks often. */
const RENEWALS = 3;
const LOOKS = 50;

/**
 * @param key of equal requests of one owner
 * @param work is told whether somebody else had its turn before: then all is looked at once more
 */
export async function oneAtATime<T>(
  { store, patience: { leaseMs } }: Pick<DeskContext, 'store' | 'patience'>,
  key: string,
  call: RunningCall,
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
  // What cannot be renewed or given back ends by itself; the work's own answer counts.
  const renew = () => store.takeLease(lease, holder, leaseMs).catch(() => false);
  const renewing = setInterval(renew, leaseMs / RENEWALS).unref();
  try {
    return await work(waited);
  } finally {
    clearInterval(renewing);
    await store.dropLease(lease, holder).catch(() => undefined);
  }
}
