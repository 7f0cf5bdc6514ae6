import type { Desk } from '@countersign/core';
import { transactionStatusSchema } from '@countersign/core/results';
import { expect, test } from 'vitest';
import { getTransaction } from './get-transaction.ts';

test.each([
  [{ id: 'abc' }, true],
  [{ transactionHash: 'ab', waitSeconds: 30 }, true],
  [{ id: 'abc', wait: 1 }, false],
  [{ id: 5 }, false],
])('the advertised input: %j -> %s', (input, taken) => {
  expect(getTransaction.input.safeParse(input).success).toBe(taken);
});

test('it hands its input and its options to lookUp', async () => {
  const seen: unknown[] = [];
  const desk = { lookUp: async (...args: unknown[]) => seen.push(...args) } as unknown as Desk;
  await getTransaction.run(desk, { id: 'a' }, {});
  expect(seen).toEqual([{ id: 'a' }, {}]);
});

test('a host need not ask before it is called', () => {
  expect(getTransaction.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test('it says what to do at every state in which there is something to do', () => {
  const states = transactionStatusSchema.shape.status.options;
  const unsaid = ['prepared', 'sending', 'discarded'];
  for (const state of states.filter((name) => !unsaid.includes(name))) {
    expect(getTransaction.description).toMatch(new RegExp(`\\b${state}(?:, \\w+)*: `));
  }
});

test('a wait that is longer than a call may take is said to be shortened', async () => {
  const desk = { lookUp: async () => ({ status: 'settled' }) } as unknown as Desk;
  for (const [waitSeconds, isSaid] of [
    [30, false],
    [60, true],
    [undefined, false],
  ] as const) {
    const result = await getTransaction.run(desk, { id: 'a', waitSeconds }, {});
    expect('note' in result, String(waitSeconds)).toBe(isSaid);
  }
});
