/** Whom a post about an escrow pings, and its buttons. */
import type { EscrowView } from '@countersign/core';
import type { EscrowChange } from '@countersign/core/words';
import { buttonsOf } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { ButtonStyle } from 'discord.js';
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

test('no one’s turn where the contract’s code is unknown', () => {
  const view = { ...VIEW, codeIs: 'unknown' } as const;
  expect(pinged({ kind: 'reminder', since: 0 }, view, [])).toEqual({ paid: [], next: [] });
});

const ABOUT = { watched: { escrow: 'C' } as Watched, holders: new Map(), outside: [] };
const POST = {
  ...VIEW,
  title: 'Logo',
  contractId: 'C',
  asset: 'USDC',
  platformFeePercent: '1',
  milestones: [],
} as unknown as EscrowView;

test('has at most the buttons of two turns, one for the others, and Details', () => {
  const turns = [1, 2, 3, 4].map((milestone) => ({ ...turn[0], milestone }));
  const view = { ...POST, turn: turns } as EscrowView;
  const { components } = announcement({ kind: 'reminder', since: 0 }, view, ABOUT, wordsOf('en'));
  expect(JSON.stringify(components).match(/"label"/g)).toHaveLength(4);
});

test('leads with the next step to the escrow’s page, if other machines reach it', () => {
  const step = (view: EscrowView) => {
    const { components } = announcement({ kind: 'began' }, view, ABOUT, wordsOf('en'));
    return buttonsOf({ components } as Message)[0];
  };
  const view = { ...POST, milestones: [{ description: 'Sketches' }], turn: [turn[0]] } as unknown as EscrowView;
  const url = 'https://sign.example.org/escrow/C';
  expect(step({ ...view, pageUrl: url })).toMatchObject({ label: 'Approve Sketches', style: ButtonStyle.Link, url });
  expect(step(view)).toMatchObject({
    label: 'Approve Sketches',
    style: ButtonStyle.Success,
    custom_id: 'v1:approve:C.1',
  });
});
