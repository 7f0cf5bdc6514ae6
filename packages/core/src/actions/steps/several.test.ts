/** Several milestones in one request: how they are written, which are left, and what prevents all of them together. */
import { ESCROW, escrowOf, networkOf, PEOPLE, STEP_KINDS, units } from '@countersign/testkit/fixtures/step-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { wordsOf } from '../../words/all.ts';
import { severalText as english } from '../../words/en.ts';
import type { EscrowState } from './escrow-state.ts';
import type { StepRequest } from './request.ts';
import { milestoneNumbers, severalOf } from './several.ts';

type Flags = EscrowOnChain['milestones'][number]['flags'];

/** Milestones of 100 tokens each. */
function standingOf(flags: readonly Flags[], held: number): EscrowState {
  const escrow = escrowOf('live-multi');
  const [sample] = escrow.milestones as [EscrowOnChain['milestones'][number]];
  const milestones = flags.map((each) => ({ ...sample, flags: { ...sample.flags, ...each } }));
  return {
    kind: STEP_KINDS['live-multi'] as EscrowKind,
    escrow: { ...escrow, milestones },
    held: units(held),
    decimals: 7,
    token: 'USDC',
    network: networkOf('live-multi'),
  };
}

const requestOf = (signer: string) => ({ escrow: ESCROW, signer }) as StepRequest;
const APPROVED = { approved: true };
const severalApprovals = (milestones: readonly number[], flags: readonly Flags[], signer: string = PEOPLE.approver) =>
  severalOf('approve', requestOf(signer), milestones, standingOf(flags, 0));
const severalPayouts = (milestones: readonly number[], flags: readonly Flags[], held: number) =>
  severalOf('release', requestOf(PEOPLE.releaseSigner), milestones, standingOf(flags, held));
const codesOf = (blocked: ReturnType<typeof severalOf>['blocked']) =>
  blocked.map(({ milestone, unmetPreconditions }) => [milestone, ...unmetPreconditions.map(({ code }) => code)]);

test('takes them in the order in which they are named, without those of which nothing is left to do', () => {
  const { left, already, blocked } = severalApprovals([3, 1, 2], [{}, APPROVED, {}]);
  expect(left).toEqual([3, 1]);
  expect(codesOf(already)).toEqual([[2, 'ALREADY_APPROVED']]);
  expect(blocked).toEqual([]);
});

test('names each milestone that cannot be taken, and not only the first', () => {
  const released = { approved: true, released: true };
  const disputed = { approved: true, disputed: true };
  const { left, already, blocked } = severalPayouts([1, 2, 3, 4], [APPROVED, {}, disputed, released], 1_000);
  expect(left).toEqual([1, 2, 3]);
  expect(codesOf(already)).toEqual([[4, 'ALREADY_PAID']]);
  expect(codesOf(blocked)).toEqual([
    [2, 'NOT_APPROVED'],
    [3, 'IN_DISPUTE'],
  ]);
});

test('needs money for all of them, not only for the dearest', () => {
  const flags = [APPROVED, APPROVED, APPROVED];
  expect(severalPayouts([1, 2, 3], flags, 300).blocked).toEqual([]);
  const { blocked } = severalPayouts([1, 2, 3], flags, 250);
  expect(blocked).toEqual([
    {
      milestone: 3,
      unmetPreconditions: [
        { code: 'TOO_LITTLE_HELD', params: { held: '250', needed: '300', missing: '50', token: 'USDC' } },
      ],
    },
  ]);
});

test('refuses a signer who does not hold the role for each of them', () => {
  const { blocked } = severalApprovals([1, 2], [{}, {}], PEOPLE.stranger);
  expect(codesOf(blocked)).toEqual([
    [1, 'NOT_YOUR_STEP'],
    [2, 'NOT_YOUR_STEP'],
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

test('shows the finished, next and later steps, or why it stops', () => {
  const plan = { milestones: [1, 2, 3], milestone: 1, done: [] };
  expect(english({ ...plan, already: [4] })).toBe(
    'Nothing is left to do for milestone 4. 1 of 3: milestone 1. Then milestones 2 and 3: each is prepared when the one before has settled.',
  );
  expect(english({ ...plan, done: [1, 2, 3] })).toBe('Done: milestones 1–3. Nothing is left of this request.');
  expect(english({ ...plan, done: [1], stopped: 'It was declined.' })).toBe(
    'Done: milestone 1. Not done: milestones 2 and 3. It was declined.',
  );
  expect(wordsOf('es').severalText({ ...plan, done: [1] })).toBe(
    'Hecho: el hito 1. 2 de 3: el hito 2. Después, el hito 3: este se prepara cuando el anterior queda registrado.',
  );
});
