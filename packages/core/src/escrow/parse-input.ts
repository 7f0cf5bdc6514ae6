/** Parses a small input, with Zod's issues as our list of problems. */
import type * as z from 'zod';
import { CountersignError, createProblem, type FieldProblem, type Problem } from '../errors/errors.ts';
import { pathText, problemOf } from './issues.ts';

/** @param unknown the problem of an unknown field. @throws CountersignError INPUT_INVALID with every problem */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  unknown: Problem = createProblem('UNKNOWN_FIELD', { of: 'call' }),
): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success) throw new CountersignError('INPUT_INVALID', { fields: inputProblems(parsed.error, unknown) });
  return parsed.data;
}

function inputProblems(error: z.ZodError, unknown: Problem): FieldProblem[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: pathText([...issue.path, key]), problem: unknown }))
      : [{ path: pathText(issue.path) || '(the whole input)', problem: problemOf(issue) }],
  );
}
