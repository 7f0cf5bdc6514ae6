import { describe, expect, test } from 'vitest';
import { NETWORKS } from './network.ts';
import { readAmount, withPlainAmounts } from './written-amount.ts';

const [USDC] = NETWORKS.sandbox.tokens;

describe('readAmount', () => {
  test.each([
    ['150', '150'],
    [' 150.50 ', '150.5'],
    ['150 USDC', '150'],
    ['150usdc', '150'],
    ['USDC 150', '150'],
    ['USDC150', '150'],
    ['1,500.50', '1500.5'],
    ['1.500,50', '1500.5'],
    ['1.500,50 USDC', '1500.5'],
    ['1 500,50', '1500.5'],
    ['1\u202f500', '1500'],
    ['1’500.5', '1500.5'],
    ['1,500,000', '1500000'],
    ['1.500.000', '1500000'],
    ['1,500.500', '1500.5'],
    ['10,5', '10.5'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['12.125', '12.125'],
    ['-5', '-5'],
  ])('reads %s', (text, value) => {
    expect(readAmount(text, 'USDC')).toBe(value);
  });

  test.each([
    ['2%', '2'],
    ['2,5 %', '2.5'],
    ['2.5', '2.5'],
  ])('reads the percentage %s', (text, value) => {
    expect(readAmount(text, '%')).toBe(value);
  });

  test.each([
    ['1,500', 'TWO_READINGS'],
    ['1,500 USDC', 'TWO_READINGS'],
    ['$150', 'CURRENCY_SIGN'],
    ['150 €', 'CURRENCY_SIGN'],
    ['150 Sketches', 'OTHER_UNIT'],
    ['150 EURC', 'OTHER_UNIT'],
    ['USDC 150 EURC', 'NOT_A_DECIMAL'],
    ['2%', 'PERCENT_AS_AMOUNT'],
    ['50 %', 'PERCENT_AS_AMOUNT'],
    ['50/50', 'NOT_A_DECIMAL'],
    ['rest', 'NOT_A_DECIMAL'],
    ['1,50,000', 'NOT_A_DECIMAL'],
    ['1,500,50', 'NOT_A_DECIMAL'],
    ['1.500.50', 'NOT_A_DECIMAL'],
    ['1,5.5', 'NOT_A_DECIMAL'],
    ['', 'NOT_A_DECIMAL'],
    [`1${'0'.repeat(200)}`, 'NOT_A_DECIMAL'],
  ])('refuses %s as %s', (text, code) => {
    expect(readAmount(text, 'USDC')).toMatchObject({ code });
  });

  test('gives both readings of a comma before three digits', () => {
    expect(readAmount('12,500')).toMatchObject({ params: { thousands: '12500', decimal: '12.5' } });
  });

  test('refuses a code when no token is known', () => {
    expect(readAmount('150 USDC')).toMatchObject({ code: 'OTHER_UNIT' });
    expect(readAmount('2 USDC', '%')).toMatchObject({ code: 'NOT_A_DECIMAL' });
  });
});

test('withPlainAmounts takes off only the code of the request’s own token', () => {
  const of = (amount: unknown) => ({
    title: '5 USDC',
    amount,
    milestones: [{ description: '1 USDC', amount }],
    trustline: [{ address: USDC?.address }],
  });
  expect(withPlainAmounts(of('1,500.5 usdc'), NETWORKS.sandbox)).toEqual(of('1500.5'));
  expect(withPlainAmounts(of('150 EURC'), NETWORKS.sandbox)).toEqual(of('150 EURC'));
  expect(withPlainAmounts(of(150), NETWORKS.sandbox)).toEqual(of(150));
  const unknown = { ...of('150 USDC'), trustline: { address: 'C' } };
  expect(withPlainAmounts(unknown, NETWORKS.sandbox)).toEqual(unknown);
});
