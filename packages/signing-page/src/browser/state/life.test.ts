/** An escrow's life as the page marks it: nothing is marked as done before it is. */
import type { PageEscrow } from '@countersign/core/desk';
import { expect, test } from 'vitest';
import type { PageView } from '../../page-view.ts';
import { lifeOf, nameOfParty } from './life.ts';

const escrow = (changes: Partial<PageEscrow>) =>
  ({ milestones: [{ description: 'Logo', amount: '450', state: 'open' }], turn: [], ...changes }) as PageEscrow;

test.each<[string, Partial<PageEscrow>, string]>([
  ['somebody can pay in', { funded: 'none', turn: [{ role: 'anyone', action: 'fund' }] }, 'now'],
  ['it is there', { funded: 'fully' }, 'done'],
  ['there is more', { funded: 'over' }, 'done'],
  // In a dispute, and where its code is not known, no one is asked to pay.
  ['it is not there, and nobody is asked to pay', { funded: 'none' }, 'later'],
  ['a part is there, and nobody is asked to pay', { funded: 'partly' }, 'later'],
  ['the ledger does not tell', {}, 'later'],
])('the money where %s', (_, changes, mark) => {
  expect(lifeOf(escrow(changes)).find(({ what }) => what === 'money')?.mark).toBe(mark);
});

test('names an address as the address book or the sandbox does, and by no other source', () => {
  const names = [
    { address: 'A', name: 'Ana', from: 'address-book', setBy: 'page' },
    { address: 'B', name: 'Ben', from: 'sandbox' },
    { address: 'C', name: 'Cleo', from: 'network' },
  ];
  const view = { names, network: { name: 'public' } } as unknown as PageView;
  expect(['A', 'B', 'C'].map((address) => nameOfParty(view, address))).toEqual(['Ana', 'Ben', undefined]);
});
