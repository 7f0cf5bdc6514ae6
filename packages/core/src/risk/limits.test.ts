import { expect, test } from 'vitest';
import { checkLimits, type Limits, type Spend } from './limits.ts';

const NOW = Date.parse('2026-11-22T14:00:00Z');
const SPEND: Spend = { amount: '100', token: 'CUSDC', counterparties: ['GWORKER', 'GPLATFORM'], spentToday: '50' };
const own = (limits: Omit<Limits, 'by'>): Limits => ({ by: 'person', ...limits });

const messageOf = (limits: readonly Limits[], spend: Partial<Spend> = {}, now = NOW) =>
  checkLimits(limits, { ...SPEND, ...spend }, now)?.message;

test('without limits everything is allowed', () => {
  expect(checkLimits([], SPEND, NOW)).toBeUndefined();
  expect(checkLimits([{ by: 'operator' }, { by: 'person' }], SPEND, NOW)).toBeUndefined();
});

test.each<[string, Omit<Limits, 'by'>, Partial<Spend>, Partial<Spend>]>([
  ['the highest amount, to the last decimal', { maxAmount: '100' }, {}, { amount: '100.0000001' }],
  // As numbers these are equal.
  [
    ...(['amounts beyond a float', { maxAmount: '9007199254740992' }] as const),
    ...([{ amount: '9007199254740992' }, { amount: '9007199254740993' }] as const),
  ],
  ['the amount of a day, with what was spent already', { maxPerDay: '150' }, {}, { spentToday: '50.1' }],
  ['fractions', { maxPerDay: '0.3' }, { amount: '0.1', spentToday: '0.2' }, { amount: '0.1', spentToday: '0.21' }],
  ['the addresses', { counterparties: ['GPLATFORM', 'GWORKER'] }, {}, { counterparties: ['GPLATFORM', 'GOTHER'] }],
  ['no address', { counterparties: [] }, { counterparties: [] }, {}],
  ['the tokens', { tokens: ['CEURC', 'CUSDC'] }, {}, { token: 'CXLM' }],
])('meets a limit of %s on both sides', (_, limits, within, beyond) => {
  expect(messageOf([own(limits)], within)).toBeUndefined();
  expect(messageOf([own(limits)], beyond)).toBeDefined();
});

test('allows nothing once the time of a permission is over, and no token where none is named', () => {
  expect(messageOf([own({ until: NOW })], {}, NOW - 1)).toBeUndefined();
  expect(messageOf([own({ until: NOW })])).toBe(
    'The permission to prepare and send ended at 2026-11-22T14:00:00.000Z.',
  );
  expect(messageOf([own({ tokens: [] })])).toBe('The token CUSDC is not allowed here.');
});

test('each limit says who can lift it, and only the operator reads the setting', () => {
  const person = checkLimits([own({ maxAmount: '1' })], SPEND, NOW);
  expect(person).toMatchObject({
    code: 'LIMIT_REACHED',
    remedy: 'You set this limit, and only you can lift it. An assistant cannot.',
  });
  const operator = { by: 'operator', maxAmount: '1', settings: { maxAmount: 'THE_SETTING' } } as const;
  expect(checkLimits([operator], SPEND, NOW)).toMatchObject({
    remedy: 'The person who runs Countersign set this limit and can lift it. An assistant cannot.',
    operatorRemedy: 'To lift this limit, change THE_SETTING.',
  });
  const ofTenant = { ...operator, by: 'tenant', remedy: 'Ask Ana.' } as const;
  expect(checkLimits([ofTenant], SPEND, NOW)).toMatchObject({ remedy: 'Ask Ana.' });
});

test('every limit counts, no matter who set it', () => {
  const wide: Limits = { by: 'operator', maxAmount: '1000' };
  expect(messageOf([wide, own({ maxAmount: '99' })])).toContain('at most 99');
  expect(messageOf([own({ maxAmount: '99' }), wide])).toContain('at most 99');
});

test('a limit that cannot be read lets nothing pass', () => {
  expect(() => checkLimits([own({ maxAmount: 'much' })], SPEND, NOW)).toThrow('not an amount');
});
