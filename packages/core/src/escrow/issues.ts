/** Problems of fields as Zod's issues, and back. A check of ours passes its problem as data; Zod's own issues get a code. */
import type * as z from 'zod';
import { createProblem, type JsonType, type Problem } from '../errors/problems.ts';
import { fieldName } from '../text/text.ts';

/** @example z.string().refine((text) => text !== '', failWith(createProblem('EMPTY'))) */
export const failWith = (problem: Problem): { readonly params: { readonly problem: Problem } } => ({
  params: { problem },
});

/** Within a check or a transformation. */
export function report(
  { issues, value }: { readonly issues: z.core.$ZodRawIssue[]; readonly value: unknown },
  problem: Problem | undefined,
  path: PropertyKey[] = [],
): void {
  if (problem !== undefined) issues.push({ code: 'custom', input: value, path, ...failWith(problem) });
}

/** The path as a person would write it: `milestones[1].amount`; empty for the whole input. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = fieldName(String(key));
    return text === '' ? name : `${text}.${name}`;
  }, '');

/** @param issue with its input (`reportInput`) */
export function problemOf(issue: z.core.$ZodIssue): Problem {
  if (issue.input === undefined && issue.code !== 'custom') return createProblem('MISSING');
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['problem'] as Problem | undefined) ?? createProblem('NOT_VALID');
    case 'invalid_type': {
      const wanted = TYPES.get(issue.expected);
      return wanted === undefined ? createProblem('NOT_VALID') : createProblem('WRONG_TYPE', { wanted });
    }
    case 'invalid_union':
      return createProblem('NUMBER_OR_DECIMAL');
    case 'invalid_value':
      return createProblem('NOT_ONE_OF', { values: issue.values.map(String) });
    case 'too_small':
      return issue.origin === 'string'
        ? createProblem('EMPTY')
        : createProblem('LESS_THAN', { least: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? createProblem('LONGER_THAN', { most: Number(issue.maximum) })
        : createProblem('MORE_THAN', { most: Number(issue.maximum) });
    default:
      return createProblem('NOT_VALID');
  }
}

const TYPES: ReadonlyMap<string, JsonType> = new Map([
  ['object', 'object'],
  ['array', 'list'],
  ['string', 'text'],
  ['number', 'number'],
  ['int', 'integer'],
  ['boolean', 'flag'],
]);
