import type { Network } from '../escrow/network.ts';
import type { ExplainWords } from '../words/all.ts';
import type { Stakes } from '../words/explain/stakes.ts';
import { firstOf } from '../words/naming.ts';
import type { Warn } from './explanation.ts';

export type ExplainContext = {
  /** In the reader's language. */
  readonly words: ExplainWords;
  /** The network that the transaction is believed to be for; an envelope does not say. */
  readonly network: Network;
  /** Who acts: the operation's source, else the transaction's. */
  readonly actor: string;
  /** Its account, G…, also for an M address. */
  readonly account: string;
  /** How many more values of contracts may be shown, over all operations: a hostile call may hold thousands. */
  readonly budget: { values: number };
  /** Adds a warning, worded as what the operation does: "pays 1 XLM from … to …". */
  readonly warn: Warn;
  /** Adds a remark about something that the operation names, once for each operation. */
  readonly remark: (text: string) => void;
};

export type Described = {
  /** A sentence without its full stop. */
  readonly words: string;
  /** Absent where nothing is lost by the call alone, as far as its name shows. */
  readonly stakes?: Stakes | undefined;
};

/** Turns a sentence into a clause that can follow "Operation 3". */
export function clause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

export function listed(
  items: readonly string[],
  limit: number,
  { andMore }: Pick<ExplainWords, 'andMore'>,
  between = ', ',
): string {
  const { shown, left } = firstOf(items, limit);
  return [...shown, ...(left === 0 ? [] : [andMore(left)])].join(between);
}
