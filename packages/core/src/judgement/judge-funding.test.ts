import { expect, test } from 'vitest';
import { type JudgedFunding, judgeFunding } from './judge-funding.ts';

const FUNDING: JudgedFunding = {
  amount: 100n,
  needed: 450n,
  held: 350n,
  decimals: 0,
  token: 'USDC',
  title: 'Logo',
  isInDispute: false,
  resolver: 'GRESOLVER',
};
const codesOf = (changes: Partial<JudgedFunding>) => {
  const { stops, warnings, facts } = judgeFunding({ ...FUNDING, ...changes });
  return [...stops, ...warnings, ...facts].map(({ code }) => code);
};
const ALWAYS = ['AFTER_PAYMENT', 'ONLY_RESOLVER_MOVES'];

test('a payment of what is missing is told with what follows, and with who alone can move the money then', () => {
  expect(judgeFunding(FUNDING)).toEqual({
    stops: [],
    warnings: [],
    facts: [
      { code: 'AFTER_PAYMENT', params: { title: 'Logo', held: '450', needed: '450', token: 'USDC' } },
      { code: 'ONLY_RESOLVER_MOVES', params: { address: 'GRESOLVER' } },
    ],
  });
});

test('one unit too much is a warning, and whatever is paid beyond need a stop', () => {
  expect(judgeFunding({ ...FUNDING, amount: 101n }).warnings).toEqual([
    { code: 'MORE_THAN_NEEDED', params: { over: '1', token: 'USDC' } },
  ]);
  expect(judgeFunding({ ...FUNDING, held: 450n }).stops).toEqual([
    { code: 'NOTHING_NEEDED', params: { held: '450', needed: '450', token: 'USDC' } },
  ]);
  expect(codesOf({ held: 449n })).toEqual(['MORE_THAN_NEEDED', ...ALWAYS]);
});

test('a finished escrow is a stop, and a dispute a warning, whatever it holds', () => {
  expect(codesOf({ needed: 0n, held: 0n })).toEqual(['ESCROW_FINISHED', ...ALWAYS]);
  expect(codesOf({ isInDispute: true })).toEqual(['ESCROW_IN_DISPUTE', ...ALWAYS]);
});

test('says nothing of the balance if it is unknown', () => {
  const { held: _, ...unknown } = FUNDING;
  expect(judgeFunding(unknown).facts.map(({ code }) => code)).toEqual(['ONLY_RESOLVER_MOVES']);
});
