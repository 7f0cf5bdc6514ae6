/** Errors of requests to the network, in a form that both people and clients can distinguish. */
import { cleanLine } from '@countersign/core/text';

/** The request is invalid, or the network definitely refused it; nothing was executed. */
export class Refusal extends Error {
  /** One sentence, or one for each problem. */
  readonly reasons: string | readonly string[];
  /** Further fields of the answer, for debugging. */
  readonly more: Readonly<Record<string, unknown>>;
  /** The number of a contract's own error, if a contract refused. */
  readonly contractError: number | undefined;

  constructor(
    reasons: string | readonly string[],
    more: Readonly<Record<string, unknown>> = {},
    contractError?: number,
  ) {
    super(typeof reasons === 'string' ? reasons : reasons.join('; '));
    this.reasons = reasons;
    this.more = more;
    this.contractError = contractError;
  }
}

/** The network could not be asked, or the outcome of a transaction is not known. */
export class NetworkTrouble extends Error {}

/** The error for an invalid answer. */
export const unreadable = (cause?: unknown) =>
  new NetworkTrouble('The network could not be reached: its RPC answered something unreadable', { cause });

/** The first line of the network's text; the rest is a log. */
export const firstLine = (text: string) => cleanLine(text.split('\n', 1)[0] ?? '', 300);

/** The number of a contract's own error in a simulation's or a transaction's diagnostics: `Error(Contract, #3)`. */
export function contractErrorIn(text: string): number | undefined {
  const number = /Error\(Contract, #(\d{1,9})\)/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** A contract's own error, in a sentence. */
export function contractRefusal(text: string): string | undefined {
  const number = contractErrorIn(text);
  return number === undefined ? undefined : `The contract refused: Error(Contract, #${number})`;
}
