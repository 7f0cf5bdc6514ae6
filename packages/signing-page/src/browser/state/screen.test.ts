/** What can be done with the transaction on screen, by its status and the time that is left. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView } from '../../page-view.ts';
import { phaseOf, setServerTime } from '../parts/time.ts';
import '../words/english-of-signing.ts';
import { canSignNow, isOpen, mustBeShownFirst, received, type Screen, standingOf } from './screen.ts';

const [NOW, END] = [1_800_000_000_000, 1_800_000_100_000];
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  setServerTime(NOW);
});
afterEach(() => {
  vi.useRealTimers();
});

const viewOf = (status: object, more: object = {}) =>
  ({ status, offer: { hash: 'a', unsignedXdr: 'AAAA' }, ...more }) as unknown as PageView;
const ending = (expiresAt: number, view: PageView, kind = 'match') =>
  ({ view, reading: { kind, expiresAt }, changes: [] }) as unknown as Screen;

test.each([
  [-1, 'over'],
  [0, 'over'],
  [1, 'last seconds'],
  [29_999, 'last seconds'],
  [30_000, 'in time'],
])('with %i ms left, the time to sign is %s', (left, phase) => {
  expect(phaseOf(NOW + left)).toBe(phase);
});

test.each([
  [{ status: 'prepared' }, END, 'prepared'],
  [{ status: 'prepared' }, NOW, 'over'],
  [{ status: 'settled' }, NOW, 'settled'],
  [{ status: 'unknown' }, END, 'unknown'],
  [{ status: 'unknown', neverSent: true }, END, 'over'],
])('shows the status %j of a transaction that expires at %i as %s', (status, end, shown) => {
  expect(standingOf(ending(end, viewOf(status)))).toBe(shown);
  expect(standingOf(ending(NOW, viewOf({ status: 'prepared' }), 'withheld'))).toBe('prepared');
});

test.each([
  [{ status: 'prepared' }, true],
  [{ status: 'expired' }, true],
  [{ status: 'displaced' }, true],
  [{ status: 'rejected' }, true],
  [{ status: 'unknown', neverSent: true }, true],
  [{ status: 'unknown' }, false],
  [{ status: 'settled', neverSent: true }, false],
  [{ status: 'to-confirm' }, false],
])('lets a person sign or prepare again what is %j: %s', (status, can) => {
  expect(isOpen(viewOf(status))).toBe(can);
});

test.each([
  ['in time', END, 'prepared', 0, 'match', true],
  ['in its last seconds', NOW + 1, 'prepared', 0, 'match', false],
  ['in its last seconds, when others have signed', NOW + 1, 'prepared', 1, 'match', true],
  ['after its end, also when others have signed', NOW, 'prepared', 1, 'match', false],
  ['when the ledger refused it', END, 'rejected', 0, 'match', false],
  ['when it differs from the request', END, 'prepared', 0, 'mismatch', false],
])('decides whether a transaction can be signed %s', (_, end, status, have, kind, can) => {
  const screen = ending(end, viewOf({ status }, { signers: { have, signers: [] } }), kind);
  expect(canSignNow(screen)).toBe(can);
  expect(mustBeShownFirst(screen)).toBe(status === 'rejected');
  const newer = [{ field: 'Not verified', before: '', after: 'x', matters: true }] as const;
  expect(mustBeShownFirst({ ...screen, newer })).toBe(!can);
});

test('keeps the transaction on screen when its own view arrives again', () => {
  const screen = ending(END, viewOf({ status: 'prepared' }));
  const settled = viewOf({ status: 'settled' });
  expect(received(screen, settled, NOW)).toEqual({ ...screen, view: settled });
});
