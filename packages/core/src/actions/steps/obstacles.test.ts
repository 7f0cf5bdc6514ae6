import {
  escrowOf,
  type Life,
  networkOf,
  OTHER_CONTRACT,
  PEOPLE,
  STEP_KIND_NAMES,
  type StepKind,
  type StepSetup,
  scenesOf,
  stepRequest,
  units,
} from '@countersign/testkit/fixtures/step-fixture';
import { createPart } from '@countersign/testkit/record/part';
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
  NOT_YOUR_STEP: STEP_NAMES.map((of) => ({ of, asked: { signer: PEOPLE.stranger } })),
  ROLE_IS_CONTRACT: [{ of: 'approve', life: { change: { roles: { ...ROLES, approver: OTHER_CONTRACT } } } }],
  RESOLVER_CANNOT_DISPUTE: [{ of: 'dispute', asked: { signer: PEOPLE.disputeResolver } }],
  NO_SUCH_MILESTONE: (['approve', 'release', 'dispute', 'resolve', 'change-status'] as const).map((of) => ({
    of,
    asked: { milestone: 3 },
  })),
  ALREADY_APPROVED: [{ of: 'approve', life: { flags: [{}, approved] } }],
  ALREADY_REPORTED: [{ of: 'change-status', asked: { status: 'pending', evidence: undefined } }],
  ALREADY_PAID: (['approve', 'release', 'dispute', 'resolve', 'change-status'] as const).flatMap((of) => [
    { of, life: { flags: [{}, { ...approved, ...released }] } },
    { of, kind: 'live-single', life: { whole: released } },
  ]),
  ALREADY_RESOLVED: (['approve', 'release', 'dispute', 'resolve', 'change-status'] as const).map((of) => ({
    of,
    life: { flags: [{}, { resolved: true }] },
  })),
  ALREADY_IN_DISPUTE: [{ of: 'dispute', kind: 'live-single', life: { whole: { disputed: true } } }],
  NOTHING_CHANGES: [{ of: 'update', asked: { title: undefined, platformFee: '1', roles: undefined } }],
  NOT_APPROVED: [
    { of: 'release', life: { flags: [approved, {}] } },
    { of: 'release', kind: 'live-single', life: {} },
  ],
  IN_DISPUTE: [{ of: 'release', life: { flags: [{}, { ...approved, disputed: true }] } }],
  NOT_IN_DISPUTE: [{ of: 'resolve', life: {} }],
  TOO_LITTLE_HELD: [{ of: 'release', life: { flags: [{}, approved] }, held: 199.9999999 }],
  MORE_THAN_MILESTONE: [{ of: 'resolve', asked: { distributions: shares('150', '50.0000001') } }],
  MORE_THAN_HELD: [
    { of: 'resolve', held: 60 },
    { of: 'withdraw', held: 49 },
    { of: 'resolve', held: 0 },
  ],
  NOT_ALL_OF_IT: [{ of: 'resolve', kind: 'live-single', asked: { distributions: shares('100', '100') } }],
  ROUNDED_UP: [
    {
      of: 'withdraw',
      held: 0.1000001,
      // 33.3333 and 66.6668 thousandths: both fees are whole units of the total, and what each bears is not.
      asked: { distributions: shares('0.0333333', '0.0666668') },
    },
    { of: 'resolve', kind: 'live-single', asked: { distributions: shares('33.3333333', '266.6666667') } },
  ],
  NOTHING_HELD: [{ of: 'withdraw', held: 0 }],
  NOT_FINISHED: [{ of: 'withdraw', life: { flags: [released, approved] } }],
  HOLDS_MONEY: [{ of: 'update', held: 5 }],
  LIFE_HAS_BEGUN: [
    { of: 'update', kind: 'live-single', life: { flags: [approved] } },
    // Not even a milestone can be added to one in dispute.
    {
      of: 'update',
      kind: 'live-single',
      life: { whole: { disputed: true } },
      held: 300,
      asked: { title: undefined, platformFee: undefined, roles: undefined, addMilestones: [{ description: 'More' }] },
    },
  ],
  TOO_MANY_MILESTONES: [
    {
      of: 'update',
      kind: 'live-multi',
      asked: { addMilestones: Array.from({ length: 49 }, () => ({ description: 'm', amount: '1' })) },
    },
  ],
  REPORT_TOO_LONG: [
    {
      of: 'change-status',
      life: { change: { description: 'x'.repeat(13_000) } },
      asked: { evidence: 'x'.repeat(1_000) },
    },
    {
      of: 'change-status',
      life: { change: { description: 'x'.repeat(14_000) } },
      asked: { evidence: 'x'.repeat(201) },
    },
  ],
  TOO_MANY_SHARES: [
    {
      of: 'resolve',
      life: { change: { description: 'x'.repeat(13_800) }, flags: [{}, { disputed: true }] },
      asked: { distributions: MANY },
    },
  ],
  ESCROW_TOO_LONG: [
    {
      of: 'update',
      asked: { description: undefined, milestones: Array(20).fill({ description: 'x'.repeat(100), amount: '1' }) },
    },
    { of: 'approve', life: { change: { description: 'x'.repeat(16_000) } } },
  ],
  // The functions of every kind that a service makes are known.
  NO_SUCH_FUNCTION: [],
};

const obstacles = (kind: StepKind, of: StepName, asked?: Case['asked'], scene?: StepSetup) => {
  const request = stepRequest(kind, of, asked, scene);
  return obstaclesOf(of, request as never, requireStanding(request as never, networkOf(kind)));
};

test('names what prevents each step, and what to do about it, as recorded', async () => {
  const { note, text } = createPart();
  for (const [code, cases] of Object.entries(CASES)) {
    for (const { of, kind = 'live-multi', life, held, asked } of cases as readonly Case[]) {
      const found = obstacles(kind, of, asked, {
        ...scenesOf(kind)[of],
        ...(life === undefined ? {} : { escrow: escrowOf(kind, life) }),
        ...(held === undefined ? {} : { held: units(held) }),
      });
      expect(found.map((each) => each.code)).toContain(code);
      const lines = found.map((each) => {
        const { problem, remedy } = obstacleWords(each);
        return `${each.code}${isSoAlready(each) ? ' (so already)' : ''}: ${problem} ${remedy}`;
      });
      note(`${of} of ${kind}`, lines.join('\n'));
    }
  }
  await expect(text()).toMatchFileSnapshot('recorded/obstacles.txt');
});

test.each(STEP_KIND_NAMES)('prevents no step of %s in its time', (kind) => {
  for (const of of STEP_NAMES) expect(obstacles(kind, of)).toEqual([]);
});

test('lets a milestone in dispute be approved and reported on, and what it leaves be withdrawn', () => {
  const escrow = escrowOf('live-multi', { flags: [released, { disputed: true }] });
  for (const of of ['approve', 'change-status', 'withdraw'] as const) {
    expect(obstacles('live-multi', of, {}, { ...scenesOf('live-multi')[of], escrow })).toEqual([]);
  }
});
