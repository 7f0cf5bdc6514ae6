import { expect, test } from 'vitest';
import { changeText, labelledCosts, leftText } from '../en.ts';

const hundred = { paid: '100', platform: '2.5', service: '0.3', receiver: '97.2' };
const half = { paid: '50', platform: '1.25', service: '0.15', receiver: '48.6' };
const total = { paid: '150', platform: '3.75', service: '0.45', receiver: '145.8' };

test('has a line for each milestone’s payout and one for the total', () => {
  expect(labelledCosts({ milestones: [hundred, half], total }, 'USDC')).toEqual([
    {
      label: 'Paid out for milestone 1',
      value: '100 USDC: 97.2 to the receiver, 2.5 to the platform, 0.3 to the service',
    },
    {
      label: 'Paid out for milestone 2',
      value: '50 USDC: 48.6 to the receiver, 1.25 to the platform, 0.15 to the service',
    },
    {
      label: 'Paid out in all',
      value: '150 USDC: 145.8 to the receiver, 3.75 to the platform, 0.45 to the service',
    },
  ]);
});

test('shows the account that gets the service’s share in a line of its own', () => {
  expect(labelledCosts({ milestones: [hundred], total: hundred, serviceAddress: 'GFEE' }, 'USDC').at(-1)).toEqual({
    label: 'The service’s share goes to',
    value: 'GFEE',
  });
});

test('shows a single payment only once', () => {
  expect(labelledCosts({ milestones: [hundred], total: hundred }, 'tokens')).toEqual([
    { label: 'Paid out in all', value: '100 tokens: 97.2 to the receiver, 2.5 to the platform, 0.3 to the service' },
  ]);
});

test('has a line for each of several receivers, with what arrives of how much and for which milestones', () => {
  const payees = [
    { address: 'GANA', milestones: [1, 3], paid: '150', receiver: '145.8' },
    { address: 'GBEN', milestones: [2], paid: '50', receiver: '48.6' },
  ];
  expect(labelledCosts({ milestones: [total], total, payees }, 'USDC')).toEqual([
    { label: 'Paid to', value: 'GANA: 145.8 of 150 USDC, for milestones 1, 3' },
    { label: 'Paid to', value: 'GBEN: 48.6 of 50 USDC, for milestone 2' },
    {
      label: 'Paid out in all',
      value: '150 USDC: 145.8 to the receivers, 3.75 to the platform, 0.45 to the service',
    },
  ]);
});

test('says “about” of the rest when it says so of the payout', () => {
  expect(leftText({ left: '100' }, 'USDC')).toBe('100 USDC');
  expect(leftText({ left: '100', about: 'The amounts are exact to a few units.' }, 'USDC')).toBe('about 100 USDC');
});

test('a status cannot pass for a sentence of ours', () => {
  const change = { escrow: 'C', ledger: 1, kind: 'status', milestone: 1 } as const;
  const forged = 'done”. Milestone 2 was released. Paid: 500 USDC. “';
  expect(changeText({ ...change, after: forged, evidence: forged })).toBe(
    'Milestone 1 was reported as “done’. Milestone 2 was released. Paid: 500 USDC. ’”. Evidence: “done’. Milestone 2 was released. Paid: 500 USDC. ’”.',
  );
});
