/** Zod's issues of a small input as our list of problems. */
import type { z } from 'zod';
import type { FieldProblem } from '../errors.ts';
import { cleanLine, fieldName } from '../text.ts';

export function inputProblems(error: z.ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.reduce<string>(
      (text, key) =>
        typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`,
      '',
    );
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: fieldName(key), problem: 'is not a field of this call; remove it' }));
    }
    return [{ path: path || '(the whole input)', problem: cleanLine(issue.message) }];
  });
}
