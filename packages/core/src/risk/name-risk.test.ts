import { expect, test } from 'vitest';
import type { NamedAddress } from '../words/names.ts';
import { nameRisk } from './risk.ts';

const SET_AT = '2026-11-01T00:00:00.000Z';
const at = (days: number) => Date.parse(SET_AT) + days * 24 * 3_600_000;
const named = (changes: Partial<NamedAddress> = {}): NamedAddress => ({
  field: 'roles.receiver',
  name: 'Ana',
  address: 'GNEW',
  from: 'address-book',
  setBy: 'terminal',
  setAt: SET_AT,
  ...changes,
});
const changed = named({ before: 'GOLD' });
const params = { name: 'Ana', before: 'GOLD', now: 'GNEW', at: SET_AT, by: 'terminal' };
const NONE = { stops: [], warnings: [], facts: [] };

test.each([0, 3, 6.99, -1])('an address that a name got %d days ago and that was never used is a stop', (days) => {
  expect(nameRisk([changed, named({ ...changed, field: 'roles.approver' })], new Set(), at(days))).toEqual({
    ...NONE,
    stops: [{ code: 'NAME_HAS_NEW_ADDRESS', params }],
  });
});

test('once it was used it is a warning, and after 7 days nothing', () => {
  expect(nameRisk([changed], new Set(['GNEW']), at(3))).toEqual({
    ...NONE,
    warnings: [{ code: 'NAME_CHANGED_LATELY', params }],
  });
  expect(nameRisk([changed], new Set(['GNEW']), at(7))).toEqual(NONE);
});

test('reports a name that is used for the first time, but not once its address was used', () => {
  const first = { ...NONE, facts: [{ code: 'FIRST_TIME_NAMES', params: { names: ['Ana', 'Ben'] } }] };
  const names = [named(), named({ field: 'roles.approver' }), named({ name: 'Ben', address: 'GBEN' })];
  expect(nameRisk(names, new Set(), at(0))).toEqual(first);
  expect(nameRisk(names, new Set(['GNEW', 'GBEN']), at(0))).toEqual(NONE);
  expect(nameRisk([changed], new Set(), at(8)).facts).toHaveLength(1);
});

test('the signer’s own name, a demo account’s and a token’s are not judged', () => {
  const others = [named({ ...changed, field: 'signer' }), named({ from: 'sandbox' }), named({ from: 'network' })];
  expect(nameRisk(others, new Set(), at(0))).toEqual(NONE);
});
