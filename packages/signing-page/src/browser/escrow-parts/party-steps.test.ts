/** Which steps the page names for a wallet, and what it sends for each. */
import type { PageEscrow } from '@countersign/core/desk';
import { expect, test } from 'vitest';
import { rolesByWallet } from '../escrow-parts/participants.tsx';
import { addedField, inputOf, OTHER_SHARE, shareField, stepsOf } from './party-steps.ts';

const [approver, provider, platform, arbiter] = ['GA', 'GB', 'GC', 'GD'];
const ROLES = {
  ...{ approver, serviceProvider: provider, platformAddress: platform },
  ...{ releaseSigner: approver, disputeResolver: arbiter },
};
const escrow = (changes: object = {}) =>
  ({
    roles: ROLES,
    milestones: [
      { state: 'open', receiver: provider },
      { state: 'disputed', receiver: 'GE' },
      { state: 'released', receiver: provider },
    ],
    turn: [
      { role: 'approver', address: approver, action: 'approve', milestone: 1 },
      { role: 'disputeResolver', address: arbiter, action: 'resolve', milestone: 2 },
      { role: 'anyone', action: 'fund' },
    ],
    state: 'in dispute',
    held: '5',
    missing: '1',
    ...changes,
  }) as unknown as PageEscrow;
const named = (wallet: string, shown = escrow(), isWhole = false) =>
  stepsOf(shown, wallet, isWhole).map(({ action, milestone, isDue }) =>
    [action, milestone, isDue ? 'due' : undefined].filter((part) => part !== undefined).join(' '),
  );

test('lists each wallet once, with all of its roles', () => {
  expect([...rolesByWallet(escrow())]).toEqual([
    [approver, ['approver', 'releaseSigner']],
    [provider, ['serviceProvider', 'receiver']],
    [arbiter, ['disputeResolver']],
    [platform, ['platformAddress']],
    ['GE', ['receiver']],
  ]);
});

test('names what a wallet is waited for first, and then what else it can do', () => {
  expect(named(approver)).toEqual(['approve 1 due', 'fund due', 'end', 'dispute 1']);
  expect(named(platform)).toEqual(['fund due', 'end', 'dispute 1', 'update']);
  expect(named('GE')).toEqual(['fund due']);
  expect(named('GF', escrow({ missing: undefined }))).toEqual([]);
});

test('lets the approver approve before anything is reported', () => {
  const quiet = escrow({ turn: [], missing: undefined, milestones: [{ state: 'open' }, { state: 'approved' }] });
  expect(named(approver, quiet)).toEqual(['approve 1', 'end', 'dispute 1', 'dispute 2']);
});

test('lets the arbiter decide, and end it once nothing is left to dispute', () => {
  expect(named(arbiter)).toEqual(['resolve 2 due', 'fund due']);
  const allDisputed = escrow({ milestones: [{ state: 'disputed' }], missing: undefined });
  expect(named(arbiter, allDisputed)).toEqual(['resolve 2 due', 'end']);
});

test('disputes the whole of an escrow that is paid out at once, and only once', () => {
  const whole = (state: string) => escrow({ state, turn: [], milestones: [{ state: 'open' }, { state: 'open' }] });
  expect(named(provider, whole('working'), true)).toEqual(['end', 'dispute']);
  expect(named(provider, whole('in dispute'), true)).toEqual([]);
});

test('sends the fields that are filled, of an update those that differ', () => {
  const sent = (action: string, data: Record<string, string>, before: Record<string, string> = {}) =>
    inputOf(
      { action: action as 'fund', isDue: true },
      'GA',
      new Map(Object.entries(data)),
      new Map(Object.entries(before)),
    );
  expect(sent('fund', { amount: ' 5 ' })).toEqual({ action: 'fund', signer: 'GA', amount: '5' });
  expect(sent('change-status', { evidence: '' })).toEqual({ action: 'change-status', signer: 'GA' });
  expect(
    sent('resolve', {
      [shareField('GB')]: '50 %',
      [shareField('GC')]: '',
      [OTHER_SHARE.address]: 'GX',
      [OTHER_SHARE.amount]: 'rest',
    }),
  ).toMatchObject({
    distributions: [
      { address: 'GB', amount: '50 %' },
      { address: 'GX', amount: 'rest' },
    ],
  });
  expect(
    sent(
      'update',
      { title: 'New', platformFee: '2.5', 'roles.approver': 'GZ', [addedField('description')]: 'More' },
      { title: 'Old', platformFee: '2.5', 'roles.approver': 'GA' },
    ),
  ).toEqual({
    ...{ action: 'update', signer: 'GA', title: 'New' },
    roles: { approver: 'GZ' },
    addMilestones: [{ description: 'More' }],
  });
});
