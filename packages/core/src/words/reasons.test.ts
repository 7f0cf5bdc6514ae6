import { REASONS } from '@countersign/testkit/fixtures/judged';
import { expect, test } from 'vitest';
import { type Reason, saidItsDecimals } from './data/risk.ts';
import { reasonSchema } from './data/schemas.ts';
import { reasonText } from './en.ts';

test('every reason has words of its own, which name what was found', () => {
  const texts = REASONS.map(reasonText);
  expect(new Set(texts).size).toBe(REASONS.length);
  for (const [index, { params }] of REASONS.entries()) {
    const found = Object.values(params).filter((value) => typeof value === 'string');
    for (const value of found) expect(texts[index]).toContain(value);
  }
});

test('no reason names an environment variable to a person', () => {
  for (const text of REASONS.map(reasonText)) expect(text).not.toMatch(/\b[A-Z]+_[A-Z_]+\b/);
});

test('a reason is the same after it was stored as JSON', () => {
  for (const reason of REASONS) expect(reasonSchema.parse(JSON.parse(JSON.stringify(reason)))).toEqual(reason);
});

test('a sentence is not a reason', () => {
  expect(reasonSchema.safeParse('The token itself was not asked.').success).toBe(false);
});

test('a token had reported its decimals unless a reason says that it was not asked, or there is no reason', () => {
  const reason = (code: Reason['code']) => REASONS.find((each) => each.code === code) as Reason;
  const [factory, asked, text] = [reason('FACTORY_NOT_PINNED'), reason('TOKEN_NOT_ASKED'), reason('KEPT_AS_TEXT')];
  expect(saidItsDecimals([], 'CTOKEN')).toBe(true);
  expect(saidItsDecimals([factory], 'CTOKEN')).toBe(true);
  expect(saidItsDecimals([factory, asked], 'CTOKEN')).toBe(false);
  expect(saidItsDecimals([asked], 'COTHER')).toBe(true);
  expect(saidItsDecimals([text], 'COTHER')).toBe(false);
});
