/** The parts of an error that are translated, and what turns differences and problems into words of a language. */

import type { Difference, DifferenceText, Side, SideCode, SideParams } from '../errors/differences.ts';
import type { CountersignError } from '../errors/errors.ts';
import type { Problem, ProblemCode, ProblemParams } from '../errors/problems.ts';

/** An error as it was thrown, or its view as it came from a server. */
export type SpokenError = Pick<CountersignError, 'code' | 'message' | 'remedy'> & {
  readonly reason?: CountersignError['reason'];
  /** The language of its words, if they are not the catalogue's; default: English. */
  readonly language?: string | undefined;
};

export type ErrorWords = {
  readonly message: string;
  readonly remedy: string;
};

/** A text for each side of a difference that no value can show. A language that lacks one does not compile. */
type SideWords = { readonly [Code in SideCode]: (params: SideParams[Code]) => string };

/** Each side in words; a value stays as it is. */
export const differenceTextBy =
  (words: SideWords) =>
  ({ field, asked, found }: Difference): DifferenceText => {
    const text = (side: Side): string =>
      typeof side === 'string' ? side : (words[side.code] as (params: object) => string)(side.params);
    return { field, asked: text(asked), found: text(found) };
  };

/** Each follows the name of the field: “is missing”. */
export type ProblemWords<Code extends ProblemCode = ProblemCode> = {
  readonly [Each in Code]: (params: ProblemParams[Each]) => string;
};

/** A sentence for each problem of a field. A language that lacks one does not compile. */
export const problemTextBy =
  <Known extends ProblemCode>(words: ProblemWords<Known>) =>
  <Code extends Known>({ code, params }: Problem<Code>): string =>
    words[code](params);
