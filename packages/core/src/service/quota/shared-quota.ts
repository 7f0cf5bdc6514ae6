/** A quota that several processes share: places come from `Slots`, and the line of `quota.ts` decides who gets the next one here. */
import { createLine, type Quota, type Slots, TIMES, type Waiter, type Want } from './quota.ts';

/** How often to ask again: places may come back at any time, from our requests or other processes. */
const ASK_AGAIN_MS = 1_000;
/** How often to retry while the database is not available. */
const RETRY_MS = 500;

/**
 * @param requestsPerMinute how many requests the service may count in any 60 s, over all processes
 * @param onTrouble called when places cannot be requested or given back; callers wait until their deadline
 */
export function createSharedQuota(
  requestsPerMinute: number,
  slots: Slots,
  onTrouble: (thrown: unknown) => void = () => undefined,
  { holdMs, leaseMs } = TIMES,
): Quota {
  /** The last answer. */
  let returns: readonly number[] = [];
  let asking = false;
  let askAgain = false;
  let timer: NodeJS.Timeout | undefined;
  /** Assumed free until the first answer. */
  let free = requestsPerMinute;

  const line = createLine({
    most: requestsPerMinute,
    holdMs,
    free: () => free,
    returns: () => returns,
  });

  function wants(): Want[] {
    const counts = new Map<number, number>();
    for (const { job } of line.waiters) counts.set(job.priority, (counts.get(job.priority) ?? 0) + 1);
    return [...counts].map(([priority, count]) => ({ priority, count }));
  }

  /** One request to the database at a time; callers that arrive in the meantime go into the next one. */
  function ask(): void {
    if (asking) {
      askAgain = true;
      return;
    }
    if (line.waiters.length === 0) return;
    asking = true;
    clearTimeout(timer);
    void takePlaces().then((afterMs) => {
      asking = false;
      if (askAgain) {
        askAgain = false;
        ask();
      } else if (line.waiters.length > 0) {
        timer = setTimeout(ask, afterMs).unref();
      }
    });
  }

  /** @returns when to ask again, in milliseconds */
  async function takePlaces(): Promise<number> {
    try {
      const { leases, left, backIn, pausedForMs } = await slots.take(wants());
      const now = performance.now();
      line.pause(pausedForMs);
      returns = backIn.map((ms) => now + ms);
      free = left;
      for (const lease of leases) {
        const waiter = line.next();
        // The waiter has left since.
        if (waiter === undefined) giveBack(lease, 'unused');
        else void serve(waiter, lease);
      }
      line.review();
      const soonest = Math.max(pausedForMs, backIn[0] ?? ASK_AGAIN_MS);
      return Math.min(Math.max(soonest, 1), Math.max(ASK_AGAIN_MS, pausedForMs));
    } catch (thrown) {
      onTrouble(thrown);
      return RETRY_MS;
    }
  }

  async function serve(waiter: Waiter, lease: string): Promise<void> {
    const prolonging = setInterval(() => slots.prolong(lease).catch(onTrouble), leaseMs / 3).unref();
    await waiter.start();
    clearInterval(prolonging);
    returns = [...returns, performance.now() + holdMs].toSorted((a, b) => a - b);
    giveBack(lease, 'used');
    line.review();
  }

  /** If this fails, the place becomes free automatically later. */
  function giveBack(lease: string, how: 'used' | 'unused'): void {
    slots.release(lease, how).catch(onTrouble);
  }

  return {
    // The last answer may be outdated, so it refuses no one: a new one is requested first.
    take: (job, call) => line.take(job, call, ask),
    pause: async (ms) => {
      line.pause(ms);
      line.review();
      await slots.pause(ms).catch(onTrouble);
    },
    callersChanged: line.review,
    state: line.state,
  };
}
