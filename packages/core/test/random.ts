/** Numbers that look random and are the same in every run. */

export type Random = {
  /** A whole number from 0 to `below`, without it. */
  readonly below: (below: number) => number;
  readonly bytes: (length: number) => Uint8Array;
  readonly pick: <T>(from: ArrayLike<T>) => T;
};

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
  return {
    below,
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
    pick: (from) => from[below(from.length)] as (typeof from)[number],
  };
}
