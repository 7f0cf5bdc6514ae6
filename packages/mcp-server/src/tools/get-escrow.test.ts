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

test('passes its options to the desk, without the rows that it shows', async () => {
  const seen: unknown[] = [];
  const get = async (...args: unknown[]) => {
    seen.push(...args);
    return { milestones: [] };
  };
  await getEscrow.run({ get } as unknown as Desk, { id: 'abc', milestonesFrom: 9, historyFrom: 2 }, {});
  expect(seen).toEqual([{ id: 'abc', whole: true, named: true }, {}]);
});
