/**
 * Names of people in our sentences, as one reader knows them. A name is for reading alone: what was compared is the
 * address, and no name comes from a service or from a text on the ledger.
 */
import type { TurnWords } from './data/life.ts';
import type { NamedAddress } from './names.ts';

export type KnownName = Pick<NamedAddress, 'name' | 'address'>;

/** Puts names into a sentence of ours. */
export type Naming = {
  (sentence: string): string;
  /** What the reader calls an address; absent where no one has a name. */
  readonly nameOf?: (address: string) => string | undefined;
};

export const unnamed: Naming = (sentence) => sentence;

/** A stranger's text in quotation marks, which stays as it is; or an address, and the bracket that it may follow. */
const QUOTED_OR_ADDRESS = /“[^“”]*”|(\(?)\b([GC][A-Z2-7]{55})\b/g;

/**
 * For the sentences of one result: the name comes before the whole address the first time, and alone after that. An
 * address without a name stays.
 * @param listed addresses that the result shows whole next to their names
 * @example
 * ```ts
 * import { naming } from '@countersign/core/words';
 *
 * const address = `G${'A'.repeat(55)}`;
 * const named = naming([{ name: 'Ana', address }], [address]);
 * console.log(named(`The approver (${address}) approves first.`)); // → The approver (Ana) approves first.
 * ```
 */
export function naming(names: readonly KnownName[], listed: Iterable<string> = []): Naming {
  if (names.length === 0) return unnamed;
  const known = new Map(names.map(({ address, name }) => [address, name]));
  const shown = new Set(listed);
  const named = (sentence: string) =>
    sentence.replace(QUOTED_OR_ADDRESS, (found: string, bracket: string | undefined, address: string | undefined) => {
      const name = address === undefined ? undefined : known.get(address);
      if (address === undefined || name === undefined) return found;
      if (shown.has(address)) return `${bracket}${name}`;
      shown.add(address);
      return bracket === '(' ? `(${name}, ${address}` : `${name} (${address})`;
    });
  return Object.assign(named, { nameOf: (address: string) => known.get(address) });
}

/** The same turns, with those marked that are the reader's. @param own the reader's addresses */
export function turnsFor<Turn extends { readonly address?: string | undefined }>(
  turns: readonly Turn[],
  own: readonly (string | undefined)[],
): readonly (Turn & { readonly isYou?: true })[] {
  return turns.map((turn) =>
    turn.address !== undefined && own.includes(turn.address) ? { ...turn, isYou: true } : turn,
  );
}

/** What one party does to several milestones, as one. */
export function groupTurns<Turn extends Pick<TurnWords, 'role' | 'address' | 'action' | 'milestone'>>(
  turns: readonly Turn[],
): readonly (Turn & { readonly milestones?: readonly number[] })[] {
  const groups = Map.groupBy(turns, ({ role, address, action }) => `${role} ${address} ${action}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    return others.length === 0
      ? first
      : { ...first, milestones: [first, ...others].flatMap(({ milestone }) => milestone ?? []) };
  });
}

/** Where so few more would be left out, they are shown. */
export const FEW = 2;

/** The first of a list, and how many others there are: none, or more than two. */
export function firstOf<Item>(
  items: readonly Item[],
  most: number,
): { readonly shown: readonly Item[]; readonly left: number } {
  const shown = items.length <= most + FEW ? items : items.slice(0, most);
  return { shown, left: items.length - shown.length };
}
