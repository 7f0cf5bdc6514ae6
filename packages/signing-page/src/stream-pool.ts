/** How many event streams are open, and whose: a client that has many makes room for one that has none. */
const MOST_STREAMS = 100;
const MOST_OF_A_CLIENT = 20;

export type StreamPool = {
  /** @returns nothing where there is no room; else when it ends, and what to call then */
  open(client: string): { readonly ended: AbortSignal; readonly close: () => void } | undefined;
  /** Ends them all, for good. */
  end(): void;
};

export function createStreamPool(most = MOST_STREAMS, mostOfAClient = MOST_OF_A_CLIENT): StreamPool {
  /** Of each client the oldest first. */
  const streams = new Map<string, Set<AbortController>>();
  const all = new AbortController();
  const close = (client: string, stream: AbortController) => {
    const own = streams.get(client);
    own?.delete(stream);
    if (own?.size === 0) streams.delete(client);
  };
  const makeRoom = (client: string): boolean => {
    const taken = [...streams.values()].reduce((sum, { size }) => sum + size, 0);
    if (taken < most) return true;
    const [greediest, theirs] = [...streams].reduce((one, other) => (other[1].size > one[1].size ? other : one));
    const [oldest] = theirs;
    if (oldest === undefined || theirs.size <= (streams.get(client)?.size ?? 0) + 1) return false;
    oldest.abort();
    close(greediest, oldest);
    return true;
  };
  return {
    open: (client) => {
      if ((streams.get(client)?.size ?? 0) >= mostOfAClient || !makeRoom(client)) return undefined;
      const stream = new AbortController();
      const own = streams.get(client) ?? new Set();
      streams.set(client, own.add(stream));
      return { ended: AbortSignal.any([all.signal, stream.signal]), close: () => close(client, stream) };
    },
    end: () => all.abort(),
  };
}
