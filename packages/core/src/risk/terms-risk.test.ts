import { escrowOf, PEOPLE } from '@countersign/testkit/fixtures/step-fixture';
import { expect, test } from 'vitest';
import { createSide, type Difference } from '../errors/differences.ts';
import { newTerms, termsRisk } from './terms-risk.ts';

const differenceIn = (field: string): readonly Difference[] => [
  { field, asked: createSide('NONE'), found: createSide('AS_ASKED') },
];
const [agreed, enforced, deployed] = ['agreed', 'enforced', 'deployed'].map(differenceIn) as [
  readonly Difference[],
  readonly Difference[],
  readonly Difference[],
];
const changed = (differences: readonly Difference[], since: string) => ({
  stops: [{ code: 'TERMS_CHANGED', params: { differences, since } }],
  warnings: [],
});
const textsChanged = { stops: [], warnings: [{ code: 'TEXTS_CHANGED', params: {} }] };
const changedSinceDeploy = {
  stops: [],
  warnings: [{ code: 'TERMS_CHANGED_SINCE_DEPLOY', params: { differences: deployed } }],
};
const quiet = { stops: [], warnings: [] };

test.each([
  [
    'stops terms that this wallet did not agree to, before all else',
    { agreed, enforced, areTextsChanged: true, deployed },
    changed(agreed, 'agreed'),
  ],
  [
    'stops terms that settled differently, though they are as agreed',
    { agreed: [], enforced, areTextsChanged: true, deployed },
    changed(enforced, 'settled'),
  ],
  [
    'stops terms that settled differently in an escrow that is new to this wallet',
    { enforced },
    changed(enforced, 'settled'),
  ],
  [
    'warns of changed texts where the terms are as agreed',
    { agreed: [], enforced: [], areTextsChanged: true, deployed },
    textsChanged,
  ],
  [
    'warns a wallet that agreed to nothing of a change since the deploy',
    { enforced: [], areTextsChanged: false, deployed },
    changedSinceDeploy,
  ],
  ['reports no change since the deploy that this wallet agreed to', { agreed: [], deployed }, quiet],
  ['reports nothing when the terms are those of the deploy', { deployed: [] }, quiet],
  ['reports nothing when no earlier terms are known', {}, quiet],
])('%s', (_, terms, risk) => expect(termsRisk(terms)).toEqual(risk));

test('shows each receiver of an escrow from elsewhere with the sum of its own milestones', () => {
  const { approver, serviceProvider, platformAddress, releaseSigner, disputeResolver, receiver, stranger } = PEOPLE;
  const before = escrowOf('live-multi');
  const [milestone] = before.milestones as [(typeof before.milestones)[number]];
  const milestones = [
    { ...milestone, amount: 20_000_000n, receiver },
    { ...milestone, amount: 30_000_000n, receiver: stranger },
    { ...milestone, amount: 50_000_000n, receiver },
  ];
  const roles = { approver, serviceProvider, platformAddress, releaseSigner, disputeResolver };
  const params = {
    ...{ receivers: [receiver, stranger], releaseSigner, disputeResolver },
    terms: { approver, serviceProvider, platformAddress, feePercent: '2.5', amounts: ['7', '3'], token: 'USDC' },
  };
  const escrow = { ...before, roles, platformFee: 250, milestones };
  expect(newTerms(escrow, 7, 'USDC')).toEqual({ code: 'ESCROW_FROM_ELSEWHERE', params });
  // A single release pays its one amount to its one receiver.
  const single = newTerms({ ...escrow, roles: { ...roles, receiver }, amount: 5n, milestones: [milestone] }, 1, 'EURC');
  expect(single.params).toMatchObject({ terms: { amounts: expect.arrayContaining(['0.5']), token: 'EURC' } });
});
