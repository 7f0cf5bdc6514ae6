import type { Desk } from '@countersign/core';
import { transactionStatusSchema } from '@countersign/core/results';
import { expect, test } from 'vitest';
import { getTransaction } from './outcomes.ts';

test.each([
  [{ id: 'abc' }, true],
  [{ transactionHash: 'ab', waitSeconds: 30 }, true],
  [{ id: 'abc', wait: 1 }, false],
  [{ id: 5 }, false],
])('the advertised input: %j -> %s', (input, taken) => {
  expect(getTransaction.input.safeParse(input).success).toBe(taken);
});

test('it passes its input and its options to lookUp', async () => {
  const seen: unknown[] = [];
  const desk = { lookUp: async (...args: unknown[]) => seen.push(...args) } as unknown as Desk;
  await getTransaction.run(desk, { id: 'a' }, {});
  expect(seen).toEqual([{ id: 'a' }, {}]);
});

test('a host may call it without asking the person', () => {
  expect(getTransaction.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test('it says what to do in every state that needs something', () => {
  const states = transactionStatusSchema.shape.status.options;
  const unsaid = ['prepared', 'sending', 'discarded'];
  for (const state of states.filter((name) => !unsaid.includes(name))) {
    expect(getTransaction.description).toMatch(new RegExp(`\\b${state}(?:, \\w+)*: `));
  }
});

test('the result says when a wait was shortened to the limit of a call', async () => {
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
