/** Parses a small input, with Zod's issues as our list of problems. */
import type * as z from 'zod';
import { CountersignError, type FieldProblem } from '../errors/errors.ts';
import { cleanLine, fieldName } from '../text/text.ts';

/**
 * @param unknown the problem text of an unknown field
 * @throws CountersignError INPUT_INVALID with every problem
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  unknown = 'is not a field of this call; remove it',
): z.output<Schema> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success) throw new CountersignError('INPUT_INVALID', { fields: inputProblems(parsed.error, unknown) });
  return parsed.data;
}

function inputProblems(error: z.ZodError, unknown: string): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.reduce<string>(
      (text, key) =>
        typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
      '',
    );
    if (issue.code === 'unrecognized_keys') {
      const at = (key: string) => (path === '' ? fieldName(key) : `${path}.${fieldName(key)}`);
      return issue.keys.map((key) => ({ path: at(key), problem: unknown }));
    }
    return [{ path: path || '(the whole input)', problem: plainWords(issue) }];
  });
}

/** Replaces Zod's own texts for missing or wrong types; other issues have our schemas' texts already. */
function plainWords(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return cleanLine(issue.message);
  return issue.input === undefined ? 'is missing' : `must be ${WANTED[issue.expected] ?? issue.expected}`;
}

const WANTED: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  number: 'a number',
};
