/** What can be done with the transaction on screen, by its status and the time that is left. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView } from '../../page-view.ts';
import { phaseOf, setServerTime } from '../parts/time.ts';
import '../words/en.ts';
import {
  alikesIn,
  canSignNow,
  changesOf,
  isDifferent,
  isOpen,
  mustBeShownFirst,
  received,
  type Screen,
  shownRisk,
  shownSummary,
  standingOf,
} from './screen.ts';

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

test('shows the terms and the risk as they are now, once they have changed', () => {
  const [before, now] = [{ title: 'Logo' }, { title: 'Site' }];
  const judgement = { key: 'k', stops: [], warnings: ['W'], facts: ['F'] };
  const changed = { summary: now, risk: { warnings: ['now'] }, differences: ['as of now'] };
  const shown = (kind: string, escrow?: object) => ({
    view: viewOf({ status: 'settled', changedSince: ['as of then'] }, { judgement, escrow, action: 'deploy' }),
    reading: { kind, summary: before } as unknown as Screen['reading'],
  });
  expect(shownSummary(shown('match'))).toBe(before);
  expect(shownSummary(shown('withheld'))).toBe(before);
  expect(shownSummary(shown('mismatch'))).toBeUndefined();
  expect(shownSummary(shown('mismatch', { changed }))).toBe(now);
  expect(shownRisk(shown('match', {}).view)).toBe(judgement);
  expect(shownRisk(shown('match', { changed }).view)).toEqual({ ...judgement, warnings: ['now'] });
  expect(changesOf(shown('match', { changed }).view)).toEqual(['as of now']);
  expect(changesOf(shown('match', {}).view)).toEqual([]);
  expect(changesOf(shown('match').view)).toEqual(['as of then']);
  expect(changesOf({ ...shown('match', { changed }).view, action: 'fund' })).toEqual(['as of then']);
  expect(changesOf(viewOf({ status: 'settled' }))).toEqual([]);
});

test('finds the addresses that look like known ones among the warnings', () => {
  const stops = [
    { code: 'NOT_COVERED', params: { transactions: [] } },
    { code: 'LOOKS_LIKE_KNOWN', params: { address: 'G' } },
  ];
  expect(alikesIn(viewOf({}, { judgement: { stops } }))).toEqual([{ address: 'G' }]);
});

test('counts as different only more than hash and time', () => {
  const change = (matters: boolean) => ({ field: 'Not verified', before: '', after: '', matters }) as const;
  expect([[], [change(false)], [change(false), change(true)]].map(isDifferent)).toEqual([false, false, true]);
});
