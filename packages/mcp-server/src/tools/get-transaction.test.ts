import type { Desk } from '@countersign/core';
import { type TransactionStatus, transactionStatusSchema } from '@countersign/core/results';
import { ENGLISH } from '@countersign/core/words/all';
import { expect, test } from 'vitest';
import { getTransaction, statusView } from './outcomes.ts';

const { statusWords } = ENGLISH;
const STATUS: Omit<TransactionStatus, 'status' | 'message' | 'next'> = {
  id: 'abc',
  by: 'here',
  network: 'sandbox',
  contractId: 'C1',
  transactionHash: 'ff',
  expiresAt: '2026-11-22T14:02:00.000Z',
  signUrl: 'https://sign.example/sign/1',
};

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
  await getTransaction.run(desk, { transactionHash: 'ab' }, {});
  expect(seen).toEqual([{ id: 'a' }, {}, { transactionHash: 'ab' }, {}]);
});

test('a host may call it without asking the person', () => {
  expect(getTransaction.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
});

test.each(transactionStatusSchema.shape.status.options)(
  'a result explains %s itself, so no description has to',
  (status) => {
    const { message, next } = statusView({ ...STATUS, ...statusWords(status, 'deploy'), status });
    for (const text of [message, next]) expect(text).toMatch(/^[A-Z].{14,}[.]$/);
    expect(getTransaction.description).not.toContain(`${status}: `);
  },
);

test('the result says when a wait was shortened to the limit of a call', async () => {
  const desk = { lookUp: async () => ({ status: 'settled' }) } as unknown as Desk;
  for (const [waitSeconds, isShortened] of [
    [30, false],
    [60, true],
    [undefined, false],
  ] as const) {
    const result = await getTransaction.run(desk, { id: 'a', waitSeconds }, {});
    const note = 'A call waits 30 s at most, so waitSeconds was taken as 30.';
    expect((result as { readonly note?: string }).note, String(waitSeconds)).toBe(isShortened ? note : undefined);
  }
});
