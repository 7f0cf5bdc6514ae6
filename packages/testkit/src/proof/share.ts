/**
 * How much of a proof runs: only defined here. `pnpm proof` runs every case. `pnpm test:slow`, and CI with it,
 * runs one in eight, drawn from a seed, through the same code and the same assertions.
 */
import { createRandom } from '../mutation/random.ts';

export const ONE_IN = 8;
export const SEED = 20_261_122;
/** What `pnpm proof` sets; processes and threads that a proof starts have it too. */
export const WHOLE = { name: 'COUNTERSIGN_PROOF', value: 'whole' } as const;

export const isWhole = process.env[WHOLE.name] === WHOLE.value;

/** All cases, or one of each eight that stand together, so that every kind is drawn from; in their order. */
export function sampled<T>(cases: Iterable<T>): T[] {
  const all = [...cases];
  if (isWhole) return all;
  const random = createRandom(SEED);
  return Array.from({ length: Math.ceil(all.length / ONE_IN) }, (_, block) =>
    random.pick(all.slice(block * ONE_IN, (block + 1) * ONE_IN)),
  );
}

/** Of so many runs of chance, those of this run. */
export const share = (runs: number): number => (isWhole ? runs : Math.ceil(runs / ONE_IN));

/** A count that only running every case can give; a sample leaves its row to the whole run. */
export const counted = <T extends number | string>(count: T): T | null => (isWhole ? count : null);
