/** What is fuzzed: inputs of one kind, and what must hold of each of them. */
import { CountersignError, type ErrorView } from '@countersign/core/errors';
import type fc from 'fast-check';
import { textsWithin, unfit } from '../fixtures/text-properties.ts';

export type Target<Input> = {
  /** As `pnpm fuzz` names it. */
  readonly name: string;
  readonly inputs: fc.Arbitrary<Input>;
  /** Throws whatever is wrong; an error of ours is caught and looked at in here. */
  readonly check: (input: Input) => void | Promise<void>;
  /** What the product itself does with the input, call by call: this is what is timed and weighed at the caps. */
  readonly calls: (input: Input) => readonly Call[];
};

type Call = { readonly name: string; readonly run: () => unknown };

/** What runs a target does not look at its inputs. */
export type AnyTarget = Omit<Target<never>, 'inputs'> & { readonly inputs: fc.Arbitrary<unknown> };

export class Broken extends Error {
  override readonly name = 'Broken';
}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Broken(what);
}

/** What `work` gives, or the error of ours that it throws; every other error is a crash. */
export function refusedOr<Result>(work: () => Result): { readonly result: Result } | { readonly error: ErrorView } {
  try {
    return { result: work() };
  } catch (thrown) {
    if (!(thrown instanceof CountersignError)) throw thrown;
    must(thrown.code !== 'INTERNAL', 'INTERNAL was thrown');
    const error = thrown.toView();
    mustBeShown(error);
    return { error };
  }
}

/** Far more than any of our views needs, and far less than would fill a page or a model's context. */
const LONGEST_VIEW = 60_000;

/** Checks a value that people and models see: no hiding, moving or covering characters, and a bounded length. */
export function mustBeShown(view: unknown, longest = LONGEST_VIEW): void {
  let length = 0;
  for (const { way, text } of textsWithin(view)) {
    length += text.length;
    const odd = unfit(text);
    must(odd.length === 0, `${way} shows ${odd.slice(0, 5).join(', ')}`);
  }
  must(length <= longest, `${length} characters are shown`);
}

/** Whatever the order of an object's fields. */
export function mustBeSame(one: unknown, other: unknown, what: string): void {
  const [left, right] = [written(one), written(other)];
  must(left === right, `${what} differ: ${left.slice(0, 300)} and ${right.slice(0, 300)}`);
}

function written(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${fields
    .map(([key, item]) => `${JSON.stringify(key)}:${written(item)}`)
    .sort()
    .join()}}`;
}
