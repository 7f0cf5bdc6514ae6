import {
  escrowOf,
  type Life,
  networkOf,
  OTHER_CONTRACT,
  PEOPLE,
  type StepKind,
  scenesOf,
  stepRequest,
  units,
} from '@countersign/testkit/fixtures/step-fixture';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import { obstacleWords } from '../../words/en.ts';
import { isSoAlready, type UnmetPrecondition } from '../../words/obstacles.ts';
import { requireStanding } from '../actions.ts';
import { obstaclesOf } from './obstacles.ts';

type Case = {
  readonly of: StepName;
  readonly kind?: StepKind;
  readonly life?: Life;
  readonly held?: number;
  readonly asked?: Record<string, unknown>;
  readonly problem: string;
  readonly remedy: string;
};

const approved = { approved: true };
const released = { released: true };
const shares = (...amounts: string[]) =>
  amounts.map((amount, index) => ({ address: [PEOPLE.approver, PEOPLE.receiver, PEOPLE.stranger][index], amount }));
const MANY = Array.from({ length: 20 }, (_, fill) => ({
  address: Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill + 1)).publicKey(),
  amount: '5',
}));
const ROLES = escrowOf('live-multi').roles;

/** Each code by one case at least; those of anyone who is paid come from the ledger, where the desk looks them up. */
type OfPayee = 'NO_TRUSTLINE' | 'NO_ACCOUNT' | 'NOT_AUTHORISED' | 'LIMIT_TOO_LOW' | 'SERVICE_CANNOT_BE_PAID';
const CASES: Readonly<Record<Exclude<UnmetPrecondition['code'], OfPayee>, readonly Case[]>> = {
  NOT_YOUR_STEP: STEP_NAMES.map((of) => ({
    of,
    asked: { signer: PEOPLE.stranger },
    problem: `; ${PEOPLE.stranger} cannot.`,
    remedy: 'Ask the holder of that role',
  })),
  ROLE_IS_CONTRACT: [
    {
      of: 'approve',
      life: { change: { roles: { ...ROLES, approver: OTHER_CONTRACT } } },
      problem: `Approver (${OTHER_CONTRACT}) is a contract`,
      remedy: 'Only that contract itself can take this step',
    },
  ],
  RESOLVER_CANNOT_DISPUTE: [
    {
      of: 'dispute',
      asked: { signer: PEOPLE.disputeResolver },
      problem: 'may not open a dispute',
      remedy: 'Another party opens it',
    },
  ],
  NO_SUCH_MILESTONE: (['approve', 'release', 'dispute', 'resolve', 'change-status'] as const).map((of) => ({
    of,
    asked: { milestone: 3 },
    problem: 'There is no milestone 3: the escrow has 2.',
    remedy: 'Name one from 1 to 2.',
  })),
  ALREADY_APPROVED: [
    { of: 'approve', life: { flags: [{}, approved] }, problem: 'Milestone 2 is approved already.', remedy: 'Nothing' },
  ],
  ALREADY_REPORTED: [
    {
      of: 'change-status',
      asked: { status: 'pending', evidence: undefined },
      problem: 'Milestone 2 has this status',
      remedy: 'Nothing',
    },
  ],
  ALREADY_PAID: (['approve', 'release', 'dispute', 'resolve', 'change-status'] as const).flatMap((of) => [
    {
      of,
      life: { flags: [{}, { ...approved, ...released }] },
      problem: 'Milestone 2 was paid out already.',
      remedy: '',
    },
    { of, kind: 'live-single', life: { whole: released }, problem: 'The escrow was paid out already.', remedy: '' },
  ]),
  ALREADY_RESOLVED: (['approve', 'release', 'dispute', 'resolve', 'change-status'] as const).map((of) => ({
    of,
    life: { flags: [{}, { resolved: true }] },
    problem: 'was decided',
    remedy: 'the dispute resolver can withdraw',
  })),
  ALREADY_IN_DISPUTE: [
    {
      of: 'dispute',
      kind: 'live-single',
      life: { whole: { disputed: true } },
      problem: 'The escrow is in dispute already.',
      remedy: 'resolver decides',
    },
  ],
  NOTHING_CHANGES: [
    {
      of: 'update',
      asked: { title: undefined, platformFee: '1', roles: undefined },
      problem: 'has these terms already',
      remedy: 'Nothing',
    },
  ],
  NOT_APPROVED: [
    {
      of: 'release',
      life: { flags: [approved, {}] },
      problem: 'Milestone 2 is not approved yet.',
      remedy: `The approver (${PEOPLE.approver}) approves first.`,
    },
    {
      of: 'release',
      kind: 'live-single',
      life: {},
      problem: 'Milestones 1, 2 are not approved yet.',
      remedy: 'approves first',
    },
  ],
  IN_DISPUTE: [
    {
      of: 'release',
      life: { flags: [{}, { ...approved, disputed: true }] },
      problem: 'Milestone 2 is in dispute, so it cannot be paid out.',
      remedy: `The dispute resolver (${PEOPLE.disputeResolver}) decides`,
    },
  ],
  NOT_IN_DISPUTE: [
    { of: 'resolve', life: {}, problem: 'Milestone 2 is not in dispute', remedy: 'A party opens a dispute first' },
  ],
  TOO_LITTLE_HELD: [
    {
      of: 'release',
      life: { flags: [{}, approved] },
      held: 199.9999999,
      problem: 'The escrow holds 199.9999999 USDC, and this needs 200.',
      remedy: '0.0000001 USDC is missing',
    },
  ],
  MORE_THAN_MILESTONE: [
    {
      of: 'resolve',
      asked: { distributions: shares('150', '50.0000001') },
      problem: '200.0000001 USDC, more than the milestone’s 200',
      remedy: 'Share out 200 USDC at most',
    },
  ],
  MORE_THAN_HELD: [
    {
      of: 'resolve',
      held: 60,
      problem: '100 USDC, more than the 60 that the escrow holds',
      remedy: 'Share out 60 USDC at most',
    },
    { of: 'withdraw', held: 49, problem: 'more than the 49', remedy: 'Share out 49 USDC at most' },
    {
      of: 'resolve',
      held: 0,
      problem: 'more than the 0',
      remedy: 'There is nothing to share out before somebody funds the escrow.',
    },
  ],
  NOT_ALL_OF_IT: [
    {
      of: 'resolve',
      kind: 'live-single',
      asked: { distributions: shares('100', '100') },
      problem: 'The shares add up to 200 USDC, and must be exactly what the escrow holds: 300.',
      remedy: 'Share out 300 USDC, no more and no less',
    },
  ],
  ROUNDED_UP: [
    {
      of: 'withdraw',
      held: 0.1000001,
      // 33.3333 and 66.6668 thousandths: both fees are whole units of the total, and what each bears is not.
      asked: { distributions: shares('0.0333333', '0.0666668') },
      problem: 'may pay out a few units more than the 0.1000001 USDC',
      remedy: 'Choose shares that divide evenly, or leave a small rest.',
    },
    {
      of: 'resolve',
      kind: 'live-single',
      asked: { distributions: shares('33.3333333', '266.6666667') },
      problem: 'may pay out a few units more than the 300 USDC',
      remedy: 'Choose shares that divide evenly; nothing may be left.',
    },
  ],
  NOTHING_HELD: [{ of: 'withdraw', held: 0, problem: 'The escrow holds nothing.', remedy: 'Nothing' }],
  NOT_FINISHED: [
    {
      of: 'withdraw',
      life: { flags: [released, approved] },
      problem: 'Milestone 2 is neither paid out, decided nor in dispute yet.',
      remedy: 'once every milestone is',
    },
  ],
  HOLDS_MONEY: [
    { of: 'update', held: 5, problem: 'The escrow holds 5 USDC.', remedy: 'lets milestones be added at the end' },
  ],
  LIFE_HAS_BEGUN: [
    {
      of: 'update',
      kind: 'live-single',
      life: { flags: [approved] },
      problem: 'Milestone 1 is approved',
      remedy: 'only before that',
    },
    // Not even a milestone can be added to one in dispute.
    {
      of: 'update',
      kind: 'live-single',
      life: { whole: { disputed: true } },
      held: 300,
      asked: { title: undefined, platformFee: undefined, roles: undefined, addMilestones: [{ description: 'More' }] },
      problem: 'Milestones 1, 2 are approved, in dispute',
      remedy: 'only before that',
    },
  ],
  TOO_MANY_MILESTONES: [
    {
      of: 'update',
      kind: 'live-multi',
      asked: { addMilestones: Array.from({ length: 49 }, () => ({ description: 'm', amount: '1' })) },
      problem: 'would have 51 milestones; its contract takes at most 50',
      remedy: 'Change fewer',
    },
  ],
  REPORT_TOO_LONG: [
    {
      of: 'change-status',
      life: { change: { description: 'x'.repeat(13_000) } },
      asked: { evidence: 'x'.repeat(1_000) },
      problem: 'has 1000 characters; this escrow has room for 300.',
      remedy: 'or give a link',
    },
    {
      of: 'change-status',
      life: { change: { description: 'x'.repeat(14_000) } },
      asked: { evidence: 'x'.repeat(201) },
      problem: 'has 201 characters; this escrow has room for 200.',
      remedy: 'Shorten it to 200',
    },
  ],
  TOO_MANY_SHARES: [
    {
      of: 'resolve',
      life: { change: { description: 'x'.repeat(13_800) }, flags: [{}, { disputed: true }] },
      asked: { distributions: MANY },
      problem: 'This pays 20 parties; with this escrow’s texts, one transaction has room for 2.',
      remedy: 'Share it out among 2',
    },
  ],
  ESCROW_TOO_LONG: [
    {
      of: 'update',
      asked: { description: undefined, milestones: Array(20).fill({ description: 'x'.repeat(100), amount: '1' }) },
      problem: 'characters too many for one Stellar transaction',
      remedy: 'Shorten them by that much',
    },
    {
      of: 'approve',
      life: { change: { description: 'x'.repeat(16_000) } },
      problem: 'for the transaction that could approve',
      remedy: 'shortens the evidence',
    },
  ],
  // The functions of every kind that a service makes are known.
  NO_SUCH_FUNCTION: [],
};

const all = Object.entries(CASES).flatMap(([code, cases]) => cases.map((each) => [code, each.of, each] as const));

test.each(all)('%s: %s', (code, of, { kind = 'live-multi', life, held, asked, problem, remedy }) => {
  const scene = scenesOf(kind)[of];
  const request = stepRequest(kind, of, asked, {
    ...scene,
    ...(life === undefined ? {} : { escrow: escrowOf(kind, life) }),
    ...(held === undefined ? {} : { held: units(held) }),
  });
  const unmetPreconditions = obstaclesOf(of, request as never, requireStanding(request as never, networkOf(kind)));
  const found = unmetPreconditions.find((each) => each.code === code);
  expect(unmetPreconditions.map((each) => each.code)).toContain(code);
  const words = obstacleWords(found as UnmetPrecondition);
  expect(words.problem).toContain(problem);
  expect(words.remedy).toContain(remedy);
  expect(isSoAlready(found as UnmetPrecondition)).toBe(code.startsWith('ALREADY_') || code === 'NOTHING_CHANGES');
});

test.each(['live-multi', 'live-single'] as const)('nothing prevents a step of %s in its time', (kind) => {
  for (const of of STEP_NAMES) {
    const request = stepRequest(kind, of);
    expect(obstaclesOf(of, request as never, requireStanding(request as never, networkOf(kind)))).toEqual([]);
  }
});

test('a milestone in dispute may be approved and reported on, and what it leaves may be withdrawn', () => {
  const disputed = { flags: [released, { disputed: true }] };
  for (const of of ['approve', 'change-status', 'withdraw'] as const) {
    const scene = { ...scenesOf('live-multi')[of], escrow: escrowOf('live-multi', disputed) };
    const request = stepRequest('live-multi', of, {}, scene);
    expect(obstaclesOf(of, request as never, requireStanding(request as never, networkOf('live-multi')))).toEqual([]);
  }
});
