/** Several milestones in one request: how they are written, which are left, and what prevents all of them together. */
import { ESCROW, escrowOf, networkOf, PEOPLE, STEP_KINDS, units } from '@countersign/testkit/fixtures/step-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import type { EscrowState } from './escrow-state.ts';
import type { StepRequest } from './request.ts';
import { milestoneNumbers, severalOf } from './several.ts';

/** With milestones of 100 tokens each. */
function threeApproved(held: number): EscrowState {
  const escrow = escrowOf('live-multi');
  const [sample] = escrow.milestones as [EscrowOnChain['milestones'][number]];
  const milestones = Array(3).fill({ ...sample, flags: { ...sample.flags, approved: true } });
  return {
    kind: STEP_KINDS['live-multi'] as EscrowKind,
    escrow: { ...escrow, milestones },
    held: units(held),
    decimals: 7,
    token: 'USDC',
    network: networkOf('live-multi'),
  };
}

test('needs money for all of them, not only for the dearest', () => {
  const request = { escrow: ESCROW, signer: PEOPLE.releaseSigner } as StepRequest;
  const blockedBy = (held: number) => severalOf('release', request, [1, 2, 3], threeApproved(held)).blocked;
  expect(blockedBy(300)).toEqual([]);
  expect(blockedBy(250)).toEqual([
    {
      milestone: 3,
      unmetPreconditions: [
        { code: 'TOO_LITTLE_HELD', params: { held: '250', needed: '300', missing: '50', token: 'USDC' } },
      ],
    },
  ]);
});

test('reads numbers of milestones as people write them, and names each that is none, as recorded', async () => {
  const { note, text } = createPart();
  const values: readonly unknown[] = [
    ...[
      [1, '2', 3],
      '1, 2 and 4',
      '1-3',
      '2 y 3',
      '7',
      '1–2;4',
      '1-50',
      '1-51',
      [],
      '',
      [2, 2],
      '1-2, 2',
      [0],
      '1, two',
      '3-1',
    ],
    ...[
      [1.5],
      Array.from({ length: 50 }, (_, index) => index + 1),
      Array.from({ length: 51 }, (_, index) => index + 1),
    ],
  ];
  for (const value of values) {
    const { success, data, error } = milestoneNumbers().safeParse(value);
    const problems = error?.issues.map((issue) => [
      ...issue.path,
      'params' in issue ? issue.params?.['problem'].code : issue.code,
    ]);
    note(`value ${JSON.stringify(value)}`, success ? `reads ${data.join()}` : `refuses ${JSON.stringify(problems)}`);
  }
  await expect(text()).toMatchFileSnapshot('recorded/milestone-numbers.txt');
});
