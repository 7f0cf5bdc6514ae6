/** Suggests names that may have been meant. They are only listed in an error; none is ever used in place of another. */
import { nameKey } from './name.ts';

const MOST_CLOSE = 3;

/** @param known by key */
export function closeNames(meant: string, known: ReadonlyMap<string, { readonly name: string }>): string[] {
  const key = nameKey(meant);
  const furthest = key.length < 4 ? 1 : 2;
  return [...known]
    .map(([other, { name }]) => ({ name, distance: distanceBetween(key, other, furthest) }))
    .filter(({ distance }) => distance <= furthest)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_CLOSE)
    .map(({ name }) => name);
}

/** The edit distance between two names; a name that begins with the other's whole words counts as close. */
function distanceBetween(one: string, other: string, furthest: number): number {
  if (other.startsWith(`${one} `) || one.startsWith(`${other} `)) return 1;
  if (Math.abs(one.length - other.length) > furthest) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
