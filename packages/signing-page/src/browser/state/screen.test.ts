/** What is on screen when the desk's answer changes, and what can be done with it. */
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView } from '../../page-view.ts';
import { phaseOf, setServerTime } from '../parts/time.ts';
import '../words/english-of-signing.ts';
import { canSignNow, isOpen, mustBeShownFirst, received, replaced, type Screen, standingOf } from './screen.ts';

const scene = await openScene();
afterAll(() => scene.close());
const viewAt = async (signUrl: unknown) => (await (await fetch(`${signUrl}/view`)).json()) as PageView;
const prepared = await scene.desk.prepare('deploy', deployInput());
const first = await viewAt(prepared.signUrl);
scene.clock.ahead = 200_000;
await scene.desk.renew(prepared.id);
const renewed = await viewAt(prepared.signUrl);

const [NOW, END] = [1_800_000_000_000, 1_800_000_100_000];
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  setServerTime(NOW);
});
afterEach(() => {
  vi.useRealTimers();
});

const onScreen = (view: PageView = first): Screen => received(undefined, view, view.now);
const withStatus = (status: object, more: object = {}) =>
  ({ ...first, ...more, status: { ...first.status, ...status } }) as PageView;
const ending = (expiresAt: number, view: PageView = first) => {
  const screen = onScreen(view);
  return { ...screen, reading: { ...screen.reading, expiresAt } } as Screen;
};

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
  const screen = ending(end, withStatus(status));
  expect(standingOf(screen)).toBe(shown);
});

test.each([
  ['prepared', true],
  ['expired', true],
  ['displaced', true],
  ['rejected', true],
  ['settled', false],
  ['unknown', false],
  ['to-confirm', false],
])('lets a person sign or prepare again what is %s: %s', (status, can) => {
  expect(isOpen(withStatus({ status }))).toBe(can);
});

test.each([
  ['in time', END, 'prepared', 0, true],
  ['in its last seconds', NOW + 1, 'prepared', 0, false],
  ['in its last seconds, when others have signed', NOW + 1, 'prepared', 1, true],
  ['after its end, also when others have signed', NOW, 'prepared', 1, false],
  ['when the ledger refused it', END, 'rejected', 0, false],
])('decides whether a transaction can be signed %s', (_, end, status, have, can) => {
  const screen = ending(end, withStatus({ status }, { signers: { have, signers: [] } }));
  expect(canSignNow(screen)).toBe(can);
  expect(mustBeShownFirst(screen)).toBe(status === 'rejected');
});

test('keeps the transaction that a person reads, and mentions what is new in a newer one', () => {
  const screen = onScreen();
  expect(received(screen, { ...first, now: 1 }, NOW)).toEqual({ ...screen, view: { ...first, now: 1 } });
  const kept = received(screen, renewed, renewed.now);
  expect([kept.view, kept.reading]).toEqual([first, screen.reading]);
  const always = [
    { field: 'Valid until', matters: false },
    { field: 'Transaction hash', matters: false },
  ];
  expect(kept.newer).toEqual(always.map((each) => expect.objectContaining(each)));
  expect(mustBeShownFirst({ ...ending(NOW), newer: kept.newer ?? [] })).toBe(false);

  const settled = received(screen, { ...renewed, status: { ...renewed.status, status: 'settled' } } as PageView, NOW);
  expect(settled.view.offer.hash).toBe(renewed.offer.hash);
  const expired = { ...renewed, status: { ...renewed.status, status: 'expired' } } as PageView;
  expect(received(kept, expired, NOW)).toEqual(screen);

  const warnings = [{ code: 'FEE_LOOKS_LIKE_FRACTION', params: { percent: '0.5' } }];
  const warned = { ...renewed, judgement: { ...renewed.judgement, warnings } } as unknown as PageView;
  const { view, changes } = replaced(screen, warned, renewed.now);
  expect([view, changes.map(({ field, matters }) => [field, matters])]).toEqual([
    warned,
    [['Look twice', true], ...always.map(({ field, matters }) => [field, matters])],
  ]);
  const asked = received(screen, warned, renewed.now);
  expect(mustBeShownFirst({ ...asked, reading: ending(NOW).reading })).toBe(true);
});

test('refuses a view whose network, hash, address or transaction was altered', () => {
  const { offer: transaction, network } = first;
  for (const altered of [
    { network: { ...network, passphrase: 'Another network' } },
    { offer: { ...transaction, hash: '0'.repeat(64) } },
    { offer: { ...transaction, contractId: String(network.name) } },
    { offer: { ...transaction, unsignedXdr: 'AAAA' } },
    { maxFee: '1' },
  ]) {
    expect(onScreen({ ...first, ...altered } as PageView).reading.kind, JSON.stringify(altered)).toBe('mismatch');
  }
});
