/** One preparation of a request at a time, over all processes: the service is asked once for what is asked at once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskContext } from './context.ts';
import type { RunningCall } from './run-call.ts';

/** So long a request waits for a process that died with it; one that lives takes its lease anew before. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_500;
const LOOK_AGAIN_MS = 100;

/**
 * @param key of equal requests of one owner
 * @param work is told whether somebody else had its turn before: then all is looked at once more
 */
export async function oneAtATime<T>(
  { store }: Pick<DeskContext, 'store'>,
  key: string,
  call: RunningCall,
  work: (waited: boolean) => Promise<T>,
): Promise<T> {
  const [lease, holder] = [`prepare ${key}`, randomUUID()];
  let waited = false;
  while (!(await store.takeLease(lease, holder, LEASE_MS))) {
    waited = true;
    await sleep(LOOK_AGAIN_MS, undefined, { signal: call().signal });
  }
  // What cannot be renewed or given back ends by itself; the work's own answer counts.
  const renewing = setInterval(() => store.takeLease(lease, holder, LEASE_MS).catch(() => false), RENEW_MS).unref();
  try {
    return await work(waited);
  } finally {
    clearInterval(renewing);
    await store.dropLease(lease, holder).catch(() => undefined);
  }
}
