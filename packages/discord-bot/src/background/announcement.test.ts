/** Whom a post about an escrow pings, and its buttons. */
import type { EscrowView } from '@countersign/core';
import type { EscrowChange } from '@countersign/core/words';
import { expect, test } from 'vitest';
import type { Watched } from '../state/watch-rows.ts';
import { wordsOf } from '../words/index.ts';
import { announcement, pinged } from './announcement.ts';

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

const after = (change: Pick<EscrowChange, 'kind'> & Partial<EscrowChange>, isLast = true) =>
  pinged({ kind: 'change', change: { escrow: 'C', ledger: 7, ...change } }, VIEW, isLast);

test('notifies everyone whose turn it is, except for their own act', () => {
  expect(after({ kind: 'approved' })).toEqual({ paid: [], next: ['ROY'] });
  expect(after({ kind: 'status' })).toEqual({ paid: [], next: ['ANA', 'ROY'] });
  expect(after({ kind: 'funded', by: 'ANA' }).next).toEqual(['ROY']);
  expect(after({ kind: 'funded' }).next).toEqual(['ANA', 'ROY']);
  expect(pinged({ kind: 'reminder', since: 0 }, VIEW, true).next).toEqual(['ANA', 'ROY']);
});

test('notifies only the resolver of a dispute, since nothing shows which party began it', () => {
  expect(after({ kind: 'disputed', milestone: 3 })).toEqual({ paid: [], next: ['ROY'] });
});

test('notifies anyone who is paid, in every post, unless they paid themselves', () => {
  expect(after({ kind: 'released', to: 'BEN' }, false)).toEqual({ paid: ['BEN'], next: [] });
  expect(after({ kind: 'released', to: 'ANA' }, false)).toEqual({ paid: [], next: [] });
  expect(after({ kind: 'resolved', payees: ['ANA', 'BEN', 'ROY'] }, false).paid).toEqual(['ANA', 'BEN']);
});

test('no one’s turn where the contract’s code is unknown', () => {
  const view = { ...VIEW, codeIs: 'unknown' } as const;
  expect(pinged({ kind: 'reminder', since: 0 }, view, true)).toEqual({ paid: [], next: [] });
});

const ABOUT = { watched: { escrow: 'C' } as Watched, holders: new Map(), outside: [], isLast: true };
const POST = {
  ...VIEW,
  title: 'Logo',
  contractId: 'C',
  asset: 'USDC',
  platformFeePercent: '1',
  milestones: [],
} as unknown as EscrowView;

test('has at most the five buttons that Discord allows', () => {
  const turns = [1, 2, 3, 4].map((milestone) => ({ ...turn[0], milestone }));
  const view = { ...POST, turn: turns } as EscrowView;
  const { components } = announcement({ kind: 'reminder', since: 0 }, view, ABOUT, wordsOf('en'));
  expect(JSON.stringify(components).match(/"label"/g)).toHaveLength(5);
});

test('says once where everyone in the deal sees the escrow, if other machines reach its page', () => {
  const pageUrl = 'https://sign.example.org/escrow/C';
  for (const [language, label] of [
    ['en', 'Its page, for everyone in the deal'],
    ['es', 'Su página, para todos los que participan'],
  ] as const) {
    const words = wordsOf(language);
    const view = { ...POST, pageUrl };
    const shown = JSON.stringify(announcement({ kind: 'reminder', since: 0 }, view, ABOUT, words).components);
    expect(shown.split(`**${label}** <${pageUrl}>`)).toHaveLength(2);
    expect(shown.split('/escrow/')).toHaveLength(2);
  }
  const shown = JSON.stringify(announcement({ kind: 'reminder', since: 0 }, POST, ABOUT, wordsOf('en')).components);
  expect(shown).not.toContain('Its page');
});
