/** Whom a post about an escrow pings, and its buttons. */
import type { EscrowView } from '@countersign/core';
import type { EscrowChange } from '@countersign/core/words';
import { expect, test } from 'vitest';
import { pinged } from './announcement.ts';

const ROLES = {
  approver: 'ANA',
  releaseSigner: 'ANA',
  serviceProvider: 'BEN',
  platformAddress: 'PIA',
  disputeResolver: 'ROY',
};
const turn = [
  { role: 'approver', address: 'ANA', action: 'approve', milestone: 1 },
  { role: 'serviceProvider', address: 'BEN', action: 'change-status', milestone: 2 },
  { role: 'disputeResolver', address: 'ROY', action: 'resolve', milestone: 3 },
  { role: 'anyone', action: 'fund' },
];
const VIEW = { roles: ROLES, turn, codeIs: 'pinned' } as unknown as EscrowView;

const after = (...changes: readonly (Pick<EscrowChange, 'kind'> & Partial<EscrowChange>)[]) => {
  const all = changes.map((change) => ({ escrow: 'C', ledger: 7, ...change }));
  return pinged({ kind: 'change', change: all.at(-1) as EscrowChange }, VIEW, all);
};

test('notifies everyone whose turn it is, except for their own act', () => {
  expect(after({ kind: 'approved' })).toEqual({ paid: [], next: ['ROY'] });
  expect(after({ kind: 'status' })).toEqual({ paid: [], next: ['ANA', 'ROY'] });
  expect(after({ kind: 'funded', by: 'ANA' }).next).toEqual(['ROY']);
  expect(after({ kind: 'funded' }).next).toEqual(['ANA', 'ROY']);
  expect(pinged({ kind: 'reminder', since: 0 }, VIEW, []).next).toEqual(['ANA', 'ROY']);
});

test('notifies only the resolver of a dispute, since nothing shows which party began it', () => {
  expect(after({ kind: 'disputed', milestone: 3 })).toEqual({ paid: [], next: ['ROY'] });
});

test('notifies anyone who is paid, in whichever of several changes, unless they paid themselves', () => {
  expect(after({ kind: 'released', to: 'BEN' }, { kind: 'approved' }).paid).toEqual(['BEN']);
  expect(after({ kind: 'released', to: 'ANA' }).paid).toEqual([]);
  expect(after({ kind: 'resolved', payees: ['ANA', 'BEN', 'ROY'] }).paid).toEqual(['ANA', 'BEN']);
});
