import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createProblem } from '../errors/problems.ts';
import { boundedList, boundedText } from './bounded.ts';
import { problemOf } from './issues.ts';

const list = boundedList(z.string(), 2, {
  empty: createProblem('NO_SHARES'),
  tooMany: createProblem('TOO_MANY_SHARES', { most: 2 }),
});
const problemsOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(problemOf);

describe('a bounded text or list', () => {
  test.each([[{ length: [{ toString: null }] }], [{ length: { valueOf: 1, toString: 2 } }], [{ length: 10 ** 9 }]])(
    'is a problem and no crash where something else has a length: %j',
    (value) => {
      expect(problemsOf(boundedText(3), value)).toHaveLength(1);
      expect(problemsOf(list, value)).toHaveLength(1);
      expect(problemsOf(list, [value])).toHaveLength(1);
    },
  );
});
