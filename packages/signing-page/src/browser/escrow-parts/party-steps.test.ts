/** Which steps the page names for a wallet, and what it sends for each. */
import type { PageEscrow } from '@countersign/core/desk';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import '../words/en.ts';
import { rolesByWallet } from '../escrow-parts/participants.tsx';
import { addedField, inputOf, OTHER_SHARE, shareField, stepLabel, stepsOf } from './party-steps.ts';

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
test('lists each wallet once, with all of its roles', () => {
  expect([...rolesByWallet(escrow())]).toEqual([
    [approver, ['approver', 'releaseSigner']],
    [provider, ['serviceProvider', 'receiver']],
    [arbiter, ['disputeResolver']],
    [platform, ['platformAddress']],
    ['GE', ['receiver']],
  ]);
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

test('offers each wallet the steps of its roles as recorded', async () => {
  const part = createPart();
  const due = (action: string, address?: string, milestone?: number) => ({
    role: 'anyone',
    action,
    address,
    milestone,
  });
  const open = { state: 'open' };
  const of = (changes: object) =>
    escrow({ turn: [], milestones: [open], missing: undefined, state: 'working', ...changes });
  for (const [title, shown, isWhole = false] of [
    ['as it is in dispute', escrow()],
    ['with money', of({})],
    ['without money', of({ held: '0' })],
    ['where the money is not known', of({ held: undefined })],
    ['where money is missing', of({ turn: [due('fund')], missing: '1' })],
    ['where nothing is missing', of({ turn: [due('fund')] })],
    ['where the approval is due', of({ turn: [due('approve', approver, 1)], milestones: [open, open] })],
    ['where another step is due', of({ turn: [due('release', approver, 1)] })],
    ['with a receiver of its own', of({ milestones: [{ ...open, receiver: 'GE' }, open] })],
    ['with one receiver for all', of({ roles: { ...ROLES, receiver: 'GE' } })],
    ['when approved', of({ milestones: [{ state: 'approved' }] })],
    ['when finished', of({ milestones: [{ state: 'released' }], state: 'finished', held: '0' })],
    ['to be decided', of({ milestones: [{ state: 'disputed' }], turn: [due('resolve', arbiter, 1)] })],
    [
      'to be decided, without money',
      of({ milestones: [{ state: 'disputed' }], turn: [due('resolve', arbiter, 1)], held: '0' }),
    ],
    [
      'to be decided, with one more open',
      of({ milestones: [{ state: 'disputed' }, open], turn: [due('resolve', arbiter, 1)] }),
    ],
    ['paid out at once', of({ milestones: [open, open] }), true],
    ['paid out at once, in dispute', of({ milestones: [open], state: 'in dispute' }), true],
  ] as const) {
    part.note(`# ${title}`);
    for (const wallet of [approver, provider, platform, arbiter, 'GE', 'GF']) {
      const steps = stepsOf(shown, wallet, isWhole).map((step) => `${stepLabel(step)}${step.isDue ? ' (due)' : ''}`);
      part.note(`${wallet}: ${steps.join(', ') || 'nothing'}`);
    }
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/party-steps.txt');
});
