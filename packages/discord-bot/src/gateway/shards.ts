/** `DISCORD_SHARDS`: which of how many connections this process makes. Pure. */

export type Shards = {
  /** The first and the last, counted from 0. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
};

const SHAPE = /^(\d{1,5})(?:-(\d{1,5}))?\/(\d{1,5})$/;

/** @returns undefined for a text that `shardsProblem` refuses */
export function shardsIn(text: string): Shards | undefined {
  const [, first, last = first, count] = SHAPE.exec(text) ?? [];
  return count === undefined ? undefined : { first: Number(first), last: Number(last), count: Number(count) };
}

export function shardsProblem(text: string): string | undefined {
  const shards = shardsIn(text);
  if (shards === undefined) return 'is not a range of shards and how many there are in all, like 0-3/8';
  const { first, last, count } = shards;
  if (count === 0) return 'names no shards: after the slash stands how many there are in all';
  if (last >= count) return `names shard ${last}, but of ${count} the last one is ${count - 1}`;
  return last < first ? `begins with shard ${first} and ends with ${last}, which comes before it` : undefined;
}

/** In the client's form. */
export function shardOptions(shards: Shards | undefined): { shards: 'auto' | number[]; shardCount?: number } {
  if (shards === undefined) return { shards: 'auto' };
  const { first, last, count } = shards;
  return { shards: Array.from({ length: last - first + 1 }, (_, index) => first + index), shardCount: count };
}
