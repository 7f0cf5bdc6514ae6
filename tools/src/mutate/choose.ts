/** Which mutations are tried: the same ones for the same seed and sources. */
import { createRandom } from '@countersign/testkit/mutation/random';
import { KINDS, type Site, sitesIn } from './sites.ts';

/** Texts for people are compared by the tests of languages. */
const IS_TEXT = /\/words\/|\/(?:en|es)\.ts$/;

/** By package. More than are tried, because the type check refuses some. */
export type Choice = { readonly quota: number; readonly sites: readonly Site[] };

/**
 * A large package gets more mutations than a small one, but not in proportion: a share needs some of each. Every kind
 * has its turn, and a function is mutated once.
 */
export function choose(sources: ReadonlyMap<string, string>, seed: number, count: number): Map<string, Choice> {
  const random = createRandom(seed);
  const sites = [...sources].filter(([file]) => !IS_TEXT.test(file)).flatMap(([file, text]) => sitesIn(file, text));
  const packages = Map.groupBy(sites, packageOf);
  const weights = [...packages].map(([name, { length }]) => [name, Math.sqrt(length)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(
    weights.map(([name, weight]) => {
      const quota = Math.max(1, Math.round((count * weight) / total));
      const kinds = Map.groupBy(shuffled(packages.get(name) ?? [], random.below), ({ kind }) => kind);
      return [
        name,
        {
          quota,
          sites: inTurn(
            [...KINDS].map((kind) => kinds.get(kind) ?? []),
            quota * 3,
          ),
        },
      ];
    }),
  );
}

export function packageOf({ file }: Pick<Site, 'file'>): string {
  return file.split('/')[1] ?? '';
}

function inTurn(lists: readonly Site[][], most: number): Site[] {
  const taken: Site[] = [];
  const isFree = ({ file, place, start, end }: Site) =>
    taken.every(
      (other) => other.file !== file || (other.place !== place && (other.end <= start || end <= other.start)),
    );
  while (taken.length < most && lists.some(({ length }) => length > 0)) {
    for (const list of lists) {
      let next = list.shift();
      while (next !== undefined && !isFree(next)) next = list.shift();
      if (next !== undefined) taken.push(next);
    }
  }
  return taken;
}

function shuffled<T>(items: readonly T[], below: (limit: number) => number): T[] {
  const left = [...items];
  for (let at = left.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left;
}
