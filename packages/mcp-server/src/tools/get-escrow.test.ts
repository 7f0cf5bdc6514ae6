import type { Desk } from '@countersign/core';
import { expect, test } from 'vitest';
import { getEscrow } from './escrows.ts';

test.each([
  [{ id: 'abc' }, true],
  [{ contractId: 'C1' }, true],
  [{ transactionHash: 'ff' }, true],
  [{ id: 5 }, false],
  [{ id: 'abc', waitSeconds: 5 }, true],
  [{ id: 'abc', waitSeconds: 31 }, false],
])('the advertised input: %j -> %s', (input, taken) => {
  expect(getEscrow.input.safeParse(input).success).toBe(taken);
});

test('passes its input and its options to the desk', async () => {
  const seen: unknown[] = [];
  const desk = { get: async (...args: unknown[]) => seen.push(...args) } as unknown as Desk;
  await getEscrow.run(desk, { id: 'abc' }, {});
  expect(seen).toEqual([{ id: 'abc', whole: true }, {}]);
});
