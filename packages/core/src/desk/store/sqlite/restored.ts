/** The gap of a restored store, in the store's file. */
import { SETTLED_KEPT_MS } from '../limits.ts';
import { gapIn, isGapOver } from '../restored.ts';
import type { Store } from '../store.ts';
import type { StoreDatabase } from './database.ts';

export function gapKeeper(
  { sqlite, read, write }: StoreDatabase,
  network: string,
  now: () => number,
  settledKeptMs: number = SETTLED_KEPT_MS,
): Pick<Store, 'gap' | 'setGap'> {
  const find = sqlite.prepare('SELECT gap FROM restored WHERE network = ?');
  const set = sqlite.prepare('INSERT OR REPLACE INTO restored (network, gap) VALUES (?, ?)');
  return {
    gap: async () => {
      const gap = read(() => gapIn(find.get(network)));
      return gap === undefined || isGapOver(gap, now(), settledKeptMs) ? undefined : gap;
    },
    setGap: async (gap) => {
      await write(() => void set.run(network, JSON.stringify(gap)));
    },
  };
}
