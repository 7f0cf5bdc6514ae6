/** A sentence for each problem of a field. A language that lacks one does not compile. */
import type { Problem, ProblemCode, ProblemParams } from '../errors/problems.ts';

/** Each follows the name of the field: “is missing”. */
export type ProblemWords<Code extends ProblemCode = ProblemCode> = {
  readonly [Each in Code]: (params: ProblemParams[Each]) => string;
};

export const problemTextBy =
  <Known extends ProblemCode>(words: ProblemWords<Known>) =>
  <Code extends Known>({ code, params }: Problem<Code>): string =>
    words[code](params);
