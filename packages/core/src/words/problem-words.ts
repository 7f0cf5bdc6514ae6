/** A sentence for each problem of a field. A language that lacks one does not compile. */
import type { Problem, ProblemCode, ProblemParams } from '../errors/problems.ts';

/** Each follows the name of the field: “is missing”. */
export type ProblemWords = { readonly [Code in ProblemCode]: (params: ProblemParams[Code]) => string };

export const problemTextBy =
  (words: ProblemWords) =>
  <Code extends ProblemCode>({ code, params }: Problem<Code>): string =>
    words[code](params);
