import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { boundedList, boundedText } from './bounded.ts';

const list = boundedList(z.string(), 2, { empty: 'needs one', tooMany: 'has too many' });
const problemsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('a bounded text or list', () => {
  test('is taken up to its bound, on both sides', () => {
    expect(problemsOf(boundedText(3), 'abc')).toBeUndefined();
    expect(problemsOf(boundedText(3), 'abcd')).toEqual(['is longer than 3 characters']);
    expect(problemsOf(boundedText(3), '')).toEqual(['is empty']);
    expect(list.parse(['a', 'b'])).toEqual(['a', 'b']);
    expect(problemsOf(list, ['a', 'b', 'c'])).toEqual(['has too many']);
    expect(problemsOf(list, [])).toEqual(['needs one']);
  });

  test.each([[{ length: [{ toString: null }] }], [{ length: { valueOf: 1, toString: 2 } }], [{ length: 10 ** 9 }]])(
    'is a problem and no crash where something else has a length: %j',
    (value) => {
      expect(problemsOf(boundedText(3), value)).toHaveLength(1);
      expect(problemsOf(list, value)).toHaveLength(1);
      expect(problemsOf(list, [value])).toHaveLength(1);
    },
  );
});
