import { expect, test } from 'vitest';
import { STORE_TABLES } from './schema.ts';

test('each version of the tables is one higher than the one before', () => {
  const [first = 0, ...later] = STORE_TABLES.steps.map(({ version }) => version);
  expect(later).toEqual(later.map((_, at) => first + 1 + at));
});
