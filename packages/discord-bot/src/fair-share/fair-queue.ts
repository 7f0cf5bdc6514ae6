/** A queue that is fair to servers, and to the people within each, however much any of them queues. */

export type Waiting = {
  readonly serverId: string;
  /** What the person had used and queued before this entry: the lowest goes first, then the oldest. */
  readonly claim: number;
};

export type FairQueue<Entry extends Waiting> = {
  add(entry: Entry): void;
  /** @returns whether it was queued */
  remove(entry: Entry): boolean;
  /** Removes and returns the first entry that `mayStart`, from the server that has used least. */
  next(mayStart: (entry: Entry) => boolean): Entry | undefined;
  readonly size: () => number;
};

/** @param usedBy how much the server has used lately */
export function createFairQueue<Entry extends Waiting>(usedBy: (serverId: string) => number): FairQueue<Entry> {
  /** By server, in the order in which they began to wait. No list is empty. */
  const servers = new Map<string, Entry[]>();
  let size = 0;

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
    add: (entry) => {
      const list = servers.get(entry.serverId) ?? [];
      servers.set(entry.serverId, list);
      const behind = list.findLastIndex(({ claim }) => claim <= entry.claim);
      list.splice(behind + 1, 0, entry);
      size++;
    },
    remove,
    next: (mayStart) => {
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
