/** A queue that is fair to servers, and to the people within each, however much any of them queues; and what each used. */

export type Waiting = {
  readonly serverId: string;
  /** What the person had used and queued before this entry: the lowest goes first, then the oldest. */
  readonly claim: number;
};

export type FairQueue<Entry extends Waiting> = ReturnType<typeof createFairQueue<Entry>>;

/** @param usedBy how much the server has used lately */
export function createFairQueue<Entry extends Waiting>(usedBy: (serverId: string) => number) {
  /** By server, in the order in which they began to wait. No list is empty. */
  const servers = new Map<string, Entry[]>();
  let size = 0;

  /** @returns whether it was queued */
  function remove(entry: Entry): boolean {
    const list = servers.get(entry.serverId) ?? [];
    const at = list.indexOf(entry);
    if (at === -1) return false;
    list.splice(at, 1);
    size--;
    if (list.length === 0) servers.delete(entry.serverId);
    return true;
  }

  return {
    add: (entry: Entry) => {
      const list = servers.get(entry.serverId) ?? [];
      servers.set(entry.serverId, list);
      const behind = list.findLastIndex(({ claim }) => claim <= entry.claim);
      list.splice(behind + 1, 0, entry);
      size++;
    },
    remove,
    /** Removes and returns the first entry that `mayStart`, from the server that has used least. */
    next: (mayStart: (entry: Entry) => boolean): Entry | undefined => {
      let best: Entry | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const [serverId, list] of servers) {
        const used = usedBy(serverId);
        const first = used < least ? list.find(mayStart) : undefined;
        if (first === undefined) continue;
        best = first;
        least = used;
      }
      if (best !== undefined) remove(best);
      return best;
    },
    size: () => size,
  };
}

const MINUTE_MS = 60_000;
/** Beyond that the least recently used keys are forgotten, which makes them new. Each takes some 100 bytes. */
const MOST_KEYS = 20_000;

export type Budget = ReturnType<typeof createBudget>;

/**
 * For each key at most `perMinute` in any minute: half of it at once, the other half evenly, so that no one waits a whole
 * minute. A key that has used nothing lately costs no memory.
 * @param now milliseconds on a clock that is never set back
 */
export function createBudget(perMinute: number, now: () => number = () => performance.now()) {
  const atOnce = Math.max(perMinute / 2, 1);
  const msEach = MINUTE_MS / (perMinute / 2);
  /** When what each key has used is back; the least recently used key first. */
  const times = new Map<string, number>();
  const holds = new Map<string, number>();

  const usedMs = (key: string) => Math.max((times.get(key) ?? 0) - now(), 0);
  /** Used and not yet back, plus reserved. */
  const used = (key: string) => usedMs(key) / msEach + (holds.get(key) ?? 0);
  /** How long until `amount` fits, in milliseconds; 0 if it does now. A budget that is unused takes any amount. */
  const waitMs = (key: string, amount: number) => {
    const ms = usedMs(key);
    return ms === 0 ? 0 : Math.max(Math.ceil(ms + (amount - atOnce) * msEach), 0);
  };
  const spend = (key: string, amount: number) => {
    const time = now() + usedMs(key) + amount * msEach;
    times.delete(key);
    times.set(key, time);
    for (const [oldest, back] of times) {
      if (back > now() && times.size <= MOST_KEYS) break;
      times.delete(oldest);
    }
  };
  const hold = (key: string, most: number) => {
    const held = (holds.get(key) ?? 0) + most;
    if (held > 0) holds.set(key, held);
    else holds.delete(key);
  };

  return {
    ...{ spend, waitMs, used, hold },
    /**
     * Whether work that may use up to `most` may begin: something is left and nothing of the key is under way, or all
     * that is under way would fit even at its most.
     */
    mayHold: (key: string, most: number) => waitMs(key, 1) === 0 && (!holds.has(key) || used(key) + most <= atOnce),
    settle: (key: string, most: number, spent: number) => {
      hold(key, -most);
      if (spent > 0) spend(key, spent);
    },
    size: () => Math.max(times.size, holds.size),
  };
}
