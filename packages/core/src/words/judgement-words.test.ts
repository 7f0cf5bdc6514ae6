import { describe, expect, test } from 'vitest';
import { factSchema, stopSchema, warningSchema } from './judgement-schema.ts';
import { type Stop, stopText } from './stops.ts';
import { type Fact, type Warning, warningText } from './warnings.ts';

const STOPS: readonly Stop[] = [
  { code: 'ROLE_IS_TOKEN', params: { role: 'receiver' } },
  { code: 'ROLE_IS_ESCROW', params: { role: 'approver' } },
  { code: 'ONE_STRANGER_IN_ALL_ROLES', params: { address: 'GSTRANGER' } },
  { code: 'FEE_ABOVE_STOP', params: { percent: '99', stop: '20' } },
  { code: 'PAID_ALREADY', params: { amount: '150', token: 'USDC', at: '2026-11-22T14:02:31.000Z' } },
  { code: 'ANOTHER_ESCROW', params: { contractId: 'CONE' } },
  { code: 'ANOTHER_VERSION_SETTLED', params: { contractId: 'CTWO' } },
  { code: 'REPLACES_OPENED', params: { differences: [{ field: 'platformFee', asked: '50 %', found: '5 %' }] } },
  { code: 'NOT_COVERED', params: {} },
  { code: 'NO_LEDGER_TO_ASK', params: {} },
  { code: 'TERMS_CHANGED', params: { fields: ['receiver', 'platformFee'] } },
];

const WARNINGS: readonly Warning[] = [
  { code: 'ADDRESS_CHANGED', params: { before: 'COLD', now: 'CNEW' } },
  { code: 'RECEIVER_IS_NOT_WORKER', params: { address: 'GRECEIVER' } },
  { code: 'UNKNOWN_RELEASE_SIGNER', params: { address: 'GRELEASE' } },
  { code: 'RESOLVER_IS_WORKER', params: { address: 'GWORKER' } },
  { code: 'ACCOUNT_MISSING', params: { address: 'GNOBODY', role: 'receiver' } },
  { code: 'TRUSTLINE_MISSING', params: { address: 'GUNTRUSTING', role: 'platformAddress' } },
  { code: 'FEE_LOOKS_LIKE_FRACTION', params: { percent: '0.05' } },
  { code: 'SEVERAL_SIGNERS', params: { address: 'GSIGNER' } },
];

const FACTS: readonly Fact[] = [
  ...WARNINGS,
  { code: 'FIRST_TIME_ADDRESSES', params: { addresses: ['GFIRST', 'GSECOND'] } },
];

const SPOKEN = [
  ...STOPS.map((stop) => ({ ...stop, text: stopText(stop) })),
  ...FACTS.map((fact) => ({ ...fact, text: warningText(fact) })),
];

test.each(SPOKEN)('$code has whole sentences, which name every address and number', ({ text, params }) => {
  expect(text).toMatch(/^[A-Z].*[.?]$/);
  expect(text).not.toMatch(/\b[A-Z]+_[A-Z_]+\b/);
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' && name !== 'role' && name !== 'at') expect(text).toContain(value);
  }
});

test('every stop, warning and fact is listed here, with words of its own', () => {
  expect(STOPS.map(({ code }) => code)).toEqual(codesOf(stopSchema));
  expect(WARNINGS.map(({ code }) => code)).toEqual(codesOf(warningSchema));
  expect(FACTS.map(({ code }) => code)).toEqual(codesOf(factSchema));
  expect(new Set(SPOKEN.map(({ text }) => text)).size).toBe(SPOKEN.length);
});

test('each is the same after it was stored as JSON', () => {
  for (const stop of STOPS) expect(stopSchema.parse(JSON.parse(JSON.stringify(stop)))).toEqual(stop);
  for (const fact of FACTS) expect(factSchema.parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});

test('a stop is not read as a warning, nor a fact', () => {
  for (const stop of STOPS) expect(factSchema.safeParse(stop).success).toBe(false);
  expect(warningSchema.safeParse(FACTS.at(-1)).success).toBe(false);
});

describe('what is read in a sentence', () => {
  test('a payment made before says when, by the minute', () => {
    expect(stopText(STOPS[4] as Stop)).toBe('You paid 150 USDC at 14:02 on 2026-11-22 (UTC). Again?');
  });

  test('a fee that looks like a fraction says what it may have meant', () => {
    expect(warningText(WARNINGS[6] as Warning)).toContain('Was 5 % meant?');
  });

  test('a replaced version says what is different', () => {
    expect(stopText(STOPS[7] as Stop)).toContain('platformFee: now 50 %, before 5 %');
  });
});

function codesOf({ options }: { readonly options: readonly { shape: { code: { value: string } } }[] }): string[] {
  return options.map(({ shape }) => shape.code.value);
}
