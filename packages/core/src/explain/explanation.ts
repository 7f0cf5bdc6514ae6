import { type ExplainWords, explainWordsOf } from '../words/all.ts';
import { STAKES, type Stakes } from '../words/explain/stakes.ts';
import type { Language } from '../words/language.ts';
import type { KnownName } from '../words/naming.ts';

export type Explanation = {
  /** One sentence: what it does. */
  readonly heading: string;
  /** Labels are ours; values may hold words of strangers, in quotation marks or in a field of their own. */
  readonly lines: readonly Line[];
  /** What a person should know before signing, the most that could be lost first. */
  readonly warnings: readonly Warning[];
};

/**
 * `feeStop`: what the operator set, in basis points; 2000 where it is absent. `language`: the reader's, else English.
 * `names`: of people whom the reader knows; default: the sandbox's accounts on the sandbox. `known`: what the desk knows.
 */
export type ExplainPolicy = {
  readonly feeStop?: number;
  readonly language?: Language;
  readonly names?: readonly KnownName[];
  readonly known?: Known | undefined;
};

/** What this installation knows of the transaction: its heading takes the place of the kinds of operations. */
export type Known = Pick<Explanation, 'heading' | 'lines'> & {
  /** Whether the reader prepared it here, where it was compared with their request. */
  readonly isPrepared: boolean;
};

export type Line = { readonly label: string; readonly value: string };

export type Row = readonly [label: string, value: string | undefined];
/** The lines of those that have a value. */
export const labelled = (rows: readonly Row[]): Line[] =>
  rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));

/** In the order of what can be lost. Only equal ones are folded into one; none about losing an account is ever cut. */
export type Warning = {
  readonly stakes: Stakes;
  /** A sentence or a line of its own. Addresses in it are whole. */
  readonly text: string;
};

/** @param about what the warning is about, where a later one about the same replaces it: the last setting counts */
export type Warn = (stakes: Stakes, text: string, about?: string) => void;

/** How many warnings of a kind are listed: only an absurd tree of authorisations has more about money. */
const MOST: Readonly<Partial<Record<Stakes, number>>> = { money: 200, trust: 40 };

type Found = Warning & { readonly label: string; count: number };

export class WarningList {
  readonly #found = new Map<string, Found>();
  readonly #latest = new Map<string, string>();
  readonly #words: ExplainWords;

  constructor(words: ExplainWords) {
    this.#words = words;
  }

  /** @param label the operation, where the text is what it does: "Operation 3" */
  add(stakes: Stakes, text: string, label = '', about?: string): void {
    const key = `${stakes} ${text}`;
    const before = about === undefined ? undefined : this.#latest.get(about);
    if (before !== undefined && before !== key) this.#found.delete(before);
    if (about !== undefined) this.#latest.set(about, key);
    const same = this.#found.get(key);
    if (same === undefined) this.#found.set(key, { stakes, text, label, count: 1 });
    else same.count += 1;
  }

  get list(): readonly Warning[] {
    const ranked = [...this.#found.values()].sort(
      (one, other) => STAKES.indexOf(one.stakes) - STAKES.indexOf(other.stakes),
    );
    return [...Map.groupBy(ranked, ({ stakes }) => stakes)].flatMap(([stakes, found]) => {
      const most = MOST[stakes] ?? found.length;
      const left = found.slice(most).reduce((sum, { count }) => sum + count, 0);
      return [
        ...found.slice(0, most).map((each) => ({ stakes, text: sentence(each, this.#words) })),
        ...(left > 0 ? [{ stakes, text: this.#words.moreWarnings(left) }] : []),
      ];
    });
  }
}

function sentence({ label, text, count }: Found, { moreLikeIt }: ExplainWords): string {
  const folded = count === 1 ? text : moreLikeIt(text, count - 1);
  return label === '' ? folded : `${label} ${folded}.`;
}

/** "3 about money, 1 about the transaction itself": what a shortened list leaves out. */
export function countedWarnings(warnings: readonly Warning[], language: Language = 'en'): string {
  const { COUNTED } = explainWordsOf(language);
  const counts = Map.groupBy(warnings, ({ stakes }) => stakes);
  return STAKES.flatMap((stakes) => {
    const count = counts.get(stakes)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${COUNTED[stakes]}`];
  }).join(', ');
}
