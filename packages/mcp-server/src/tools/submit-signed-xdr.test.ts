import type { Desk } from '@countersign/core';
import { settlementSchema } from '@countersign/core/results';
import { expect, test } from 'vitest';
import { submitSignedXdr } from './outcomes.ts';

test.each([
  [{ signedXdr: 'AAAA' }, true],
  [{ signedXdr: 'AAAA', id: 'abc' }, true],
  [{ id: 'abc' }, true],
  [{ signedXdr: 'AAAA', seed: 'x' }, false],
  [{ signedXdr: 5 }, false],
])('the advertised input: %j -> %s', (input, taken) => {
  expect(submitSignedXdr.input.safeParse(input).success).toBe(taken);
});

test('a result of the desk fits the advertised output, and one field too many does not', () => {
  const settled = {
    status: 'settled',
    by: 'ledger',
    ledger: 'rpc.example',
    transactionHash: 'ab',
    contractId: 'C',
    message: '',
    next: '',
  };
  expect(submitSignedXdr.output.safeParse(settled).success).toBe(true);
  expect(submitSignedXdr.output.safeParse({ ...settled, extra: 1 }).success).toBe(false);
});

test('it leaves to each result what its outcome means', () => {
  for (const state of settlementSchema.shape.status.options) {
    expect(submitSignedXdr.description).not.toContain(`${state}: `);
  }
});

test('it passes its input and its options to submit', async () => {
  const seen: unknown[] = [];
  const desk = { submit: async (...args: unknown[]) => seen.push(...args) } as unknown as Desk;
  await submitSignedXdr.run(desk, { signedXdr: 'AAAA' }, {});
  expect(seen).toEqual([{ signedXdr: 'AAAA' }, {}]);
});

test('a host asks the person first: it cannot be undone', () => {
  expect(submitSignedXdr.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
});
