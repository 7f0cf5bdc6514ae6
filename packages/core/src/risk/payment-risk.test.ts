import { expect, test } from 'vitest';
import { paymentRisk, type WeighedPayment } from './risk.ts';

const FUNDING: WeighedPayment = {
  amount: 100n,
  needed: 450n,
  held: 350n,
  decimals: 0,
  token: 'USDC',
  title: 'Logo',
  isInDispute: false,
  resolver: 'GRESOLVER',
};
const codesOf = (changes: Partial<WeighedPayment>) => {
  const { stops: blockers, warnings, facts } = paymentRisk({ ...FUNDING, ...changes });
  return [...blockers, ...warnings, ...facts].map(({ code }) => code);
};
const ALWAYS = ['AFTER_PAYMENT', 'ONLY_RESOLVER_MOVES'];

test('explains what follows a payment of the missing amount, and who alone can move the money afterwards', () => {
  expect(paymentRisk(FUNDING)).toEqual({
    stops: [],
    warnings: [],
    facts: [
      { code: 'AFTER_PAYMENT', params: { title: 'Logo', held: '450', needed: '450', token: 'USDC' } },
      { code: 'ONLY_RESOLVER_MOVES', params: { address: 'GRESOLVER' } },
    ],
  });
});

test('stops a payment that is one unit more than the escrow needs, and any payment into one that needs nothing', () => {
  const stopOf = (changes: Partial<WeighedPayment>) => paymentRisk({ ...FUNDING, ...changes }).stops;
  const more = (held: string, over: string) => [
    { code: 'MORE_THAN_NEEDED', params: { held, needed: '450', over, token: 'USDC' } },
  ];
  expect(stopOf({ amount: 101n })).toEqual(more('350', '1'));
  expect(stopOf({ held: 450n })).toEqual(more('450', '100'));
  // A part of a resolved milestone was left behind.
  expect(stopOf({ held: 460n })).toEqual(more('460', '100'));
});

test('blocks a payment to a finished escrow and warns of a dispute, with any balance', () => {
  expect(codesOf({ needed: 0n, held: 0n })).toEqual(['ESCROW_FINISHED', ...ALWAYS]);
  expect(codesOf({ isInDispute: true })).toEqual(['ESCROW_IN_DISPUTE', ...ALWAYS]);
});

test('says nothing of the balance if it is unknown', () => {
  const { held: _, ...unknown } = FUNDING;
  expect(paymentRisk(unknown).facts.map(({ code }) => code)).toEqual(['ONLY_RESOLVER_MOVES']);
});
