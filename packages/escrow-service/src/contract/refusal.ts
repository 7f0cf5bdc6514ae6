/** Why the network did not do what it was asked, in a form that both people and clients can tell apart. */
import { cleanLine } from '@countersign/core/text';
import { escrowErrorText } from './escrow-errors.ts';

/** The request is at fault, or the network said a definite no; nothing was executed. */
export class Refusal extends Error {
  /** One sentence, or one for each problem. */
  readonly reasons: string | readonly string[];
  /** What stands beside the reasons in the answer, for whoever mends it. */
  readonly more: Readonly<Record<string, unknown>>;
  /** The number of a contract's own error, where one refused. */
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

/** The network could not be asked, or what became of a transaction is not known. */
export class NetworkTrouble extends Error {}

/** An answer that is none to the question. */
export const unreadable = (cause?: unknown) =>
  new NetworkTrouble('The network could not be reached: its RPC answered something unreadable', { cause });

/** Of a text of the network's; what follows is a log. */
export const firstLine = (text: string) => cleanLine(text.split('\n', 1)[0] ?? '', 300);

/** The number of a contract's own error in a simulation's or a transaction's diagnostics: `Error(Contract, #3)`. */
export function contractErrorIn(text: string): number | undefined {
  const number = /Error\(Contract, #(\d{1,9})\)/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** A contract's own error in words. */
export function contractRefusal(text: string): string | undefined {
  const number = contractErrorIn(text);
  if (number === undefined) return undefined;
  const meaning = escrowErrorText(number);
  return `The contract refused: Error(Contract, #${number})${meaning === undefined ? '' : ` ${meaning}`}`;
}
