/** What a notification says of a page that changed, and when there is none. */
import type { PageEscrow } from '@countersign/core/desk';
import { expect, test } from 'vitest';
import type { PageView } from '../../page-view.ts';
import '../words/en.ts';
import { newsOf } from './news.ts';

const escrow = (changes: Partial<PageEscrow> = {}) =>
  ({ title: 'Logo', state: 'active', asOf: 1, turn: [], ...changes }) as unknown as PageEscrow;
const viewOf = (status: string, changes: object = {}) =>
  ({
    status: { status, message: 'The ledger accepted the transaction.' },
    request: { signer: 'GYOU' },
    network: { name: 'testnet' },
    ...changes,
  }) as PageView;
const NEWS = 'The page says what happened.';
const bodyOf = (...views: Parameters<typeof newsOf>) => newsOf(...views)?.body;

test('gives the outcome of what was signed, and of another state only that there is one', () => {
  expect(bodyOf(viewOf('sending'), viewOf('settled'))).toBe('The ledger accepted the transaction.');
  expect(bodyOf(viewOf('sending'), viewOf('unknown', { escrow: escrow({ state: 'finished' }) }))).toBe(NEWS);
});

test('gives nothing where only the time of reading differs, or nothing was read before', () => {
  const settled = (changes: Partial<PageEscrow>) => viewOf('settled', { escrow: escrow(changes) });
  expect(newsOf(settled({ asOf: 1 }), settled({ asOf: 2 }))).toBeUndefined();
  expect(newsOf(viewOf('settled'), settled({}))).toBeUndefined();
  expect(newsOf(settled({}), viewOf('settled'))).toBeUndefined();
});

test('gives whose turn it is, else that nothing is left to do, under the title of the escrow', () => {
  const before = viewOf('settled', { escrow: escrow() });
  const turn = (address: string) => [{ role: 'approver' as const, address, action: 'approve' as const, milestone: 1 }];
  const after = (changes: Partial<PageEscrow>) => viewOf('settled', { escrow: escrow(changes) });
  const yours = { title: 'Logo', body: 'Your turn: look at the work, and approve it if it is right.' };
  expect(newsOf(before, after({ turn: turn('GYOU') }))).toEqual(yours);
  expect(bodyOf(before, after({ turn: turn('GBEN') }))).toBe('Approver approves milestone 1.');
  expect(bodyOf(before, after({ state: 'finished' }))).toBe('Everything is paid out. Nothing is left to do.');
  expect(bodyOf(before, after({ state: 'disputed' as never }))).toBe(NEWS);
});
