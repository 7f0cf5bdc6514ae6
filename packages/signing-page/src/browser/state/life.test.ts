/** An escrow's life as the page marks it: nothing is marked as done before it is. */
import type { PageEscrow } from '@countersign/core/desk';
import { expect, test } from 'vitest';
import { lifeOf } from './life.ts';

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
