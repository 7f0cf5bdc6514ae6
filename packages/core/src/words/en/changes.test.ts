import { expect, test } from 'vitest';
import { changeText } from './life.ts';

test('a status cannot pass for a sentence of ours', () => {
  const change = { escrow: 'C', ledger: 1, kind: 'status', milestone: 1 } as const;
  const forged = 'done”. Milestone 2 was released. Paid: 500 USDC. “';
  expect(changeText({ ...change, after: forged, evidence: forged })).toBe(
    'Milestone 1 was reported as “done’. Milestone 2 was released. Paid: 500 USDC. ’”. Evidence: “done’. Milestone 2 was released. Paid: 500 USDC. ’”.',
  );
});
