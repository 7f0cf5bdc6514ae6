import {
  ESCROW,
  escrowOf,
  networkOf,
  OTHER_CONTRACT,
  PEOPLE,
  STEP_KINDS,
  type StepKind,
  units,
} from '@countersign/testkit/fixtures/step-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import type { EscrowKind } from '../../kinds/escrow-kind.ts';
import { type EscrowOnChain, payoutOf } from '../../kinds/escrow-on-chain.ts';
import { MILESTONE_STATES, type MilestoneState, stateOf } from '../../kinds/progress.ts';
import { wordsOf } from '../../words/all.ts';
import type { EndingPlan } from '../../words/data/ending.ts';
import { LANGUAGES } from '../../words/language.ts';
import { stepOf } from '../registry.ts';
import { type EndingPart, endingOf, endingPlan, type Payer, payersIn } from './ending.ts';
import type { EscrowState } from './escrow-state.ts';
import { obstaclesOf } from './obstacles.ts';
import type { StepRequest } from './request.ts';
import type { Party } from './step.ts';

const AMOUNTS = [100, 200, 50].map(units);
const flagsOf = (state: MilestoneState) => ({
  approved: state !== 'open',
  disputed: state === 'disputed',
  released: state === 'released',
  resolved: state === 'resolved',
});

function standingOf(kind: StepKind, change: Partial<EscrowOnChain>, held: bigint): EscrowState {
  const escrow = escrowOf(kind, { change });
  return { kind: STEP_KINDS[kind] as EscrowKind, escrow, held, decimals: 7, token: 'USDC', network: networkOf(kind) };
}
const [SAMPLE] = escrowOf('live-multi').milestones;
const multi = (states: readonly MilestoneState[], held: bigint, change: Partial<EscrowOnChain> = {}) => {
  const milestones = states.map((state, index) => ({
    ...(SAMPLE as NonNullable<typeof SAMPLE>),
    amount: AMOUNTS[index] as bigint,
    flags: flagsOf(state),
  }));
  return standingOf('live-multi', { milestones, ...change }, held);
};
const single = (state: Exclude<MilestoneState, 'approved'>, held: bigint, change: Partial<EscrowOnChain> = {}) => {
  const { approved: _, ...flags } = flagsOf(state);
  return standingOf('live-single', { flags, ...change }, held);
};

const ALONE: readonly Payer[] = [{ address: PEOPLE.approver, units: 5n }];
const SEVERAL: readonly Payer[] = [
  { address: PEOPLE.approver, units: units(33.3333333) },
  { address: PEOPLE.stranger, units: units(66.6666667) },
  { address: PEOPLE.serviceProvider, units: units(12.3456789) },
];

/** Every state of one to three milestones, and of a single release, with nothing, too little, enough and too much in it. */
function* standings(): Generator<EscrowState> {
  const listsOf = (count: number): MilestoneState[][] =>
    count === 0 ? [[]] : listsOf(count - 1).flatMap((list) => MILESTONE_STATES.map((state) => [...list, state]));
  for (const states of [1, 2, 3].flatMap(listsOf)) {
    const open = states.reduce((sum, state, index) => {
      return state === 'released' || state === 'resolved' ? sum : sum + (AMOUNTS[index] as bigint);
    }, 0n);
    const some = [0n, 1n, units(60.0000001), open - 3n, open, open + units(7.0000003)];
    for (const held of new Set(some.filter((amount) => amount >= 0n))) yield multi(states, held);
  }
  for (const state of ['open', 'disputed', 'released', 'resolved'] as const) {
    for (const held of [0n, 1n, units(299.9999999), units(300), units(307)]) yield single(state, held);
  }
}

/** As the desk would ask for it. */
const requestOf = ({ milestone, distributions }: EndingPart, signer: string) =>
  ({ escrow: ESCROW, signer, milestone, ...(distributions && { distributions }) }) as unknown as StepRequest;

test.each([
  ['who paid alone', ALONE],
  ['three who paid', SEVERAL],
])('returns all money of every escrow to %s, by steps that its contract takes one after the other', (_, payers) => {
  let ended = 0;
  let unrounded = 0;
  begin: for (const begun of standings()) {
    let state = begun;
    let { now, parts } = endingOf(state, payers);
    const of = parts.length;
    const paid = new Map<string, bigint>();
    let fees = 0n;
    while (now === 'to-return') {
      const next = parts.find(({ isDone }) => !isDone) as EndingPart;
      const { act, signers } = next;
      expect(parts.length).toBe(of);
      // In turn, since there are many escrows.
      const { address } = signers[ended % signers.length] as Party;
      const problems = obstaclesOf(act, requestOf(next, address), state);
      // All that a single release holds is shared out at once, and not every amount divides.
      if (begun.escrow.amount !== undefined && problems[0]?.code === 'ROUNDED_UP') {
        expect(payers.length).toBeGreaterThan(1);
        unrounded += 1;
        continue begin;
      }
      expect(problems, `${act} of ${begun.held}`).toEqual([]);
      const before = parts.filter(({ isDone }) => isDone).length;
      const { after, pays } = stepOf(act).effect(state, requestOf(next, address));
      for (const { as, to = '', units: amount } of pays) {
        state = { ...state, held: state.held - amount };
        if (as === 'share') paid.set(to, (paid.get(to) ?? 0n) + amount);
        else fees += amount;
      }
      state = { ...state, escrow: after };
      ({ now, parts } = endingOf(state, payers));
      if (now === 'to-return') expect(parts.filter(({ isDone }) => isDone).length).toBe(before + 1);
    }
    // Nothing but a few units that rounding leaves, and only payers are paid.
    expect(state.held).toBeLessThanOrEqual(50n);
    expect(now).not.toBe('cannot');
    const back = [...paid.values()].reduce((sum, amount) => sum + amount, 0n);
    expect(back + fees + state.held).toBe(begun.held);
    const known = payers.map(({ address }) => address);
    expect([...paid.keys()].filter((address) => !known.includes(address))).toEqual([]);
    if (begun.held > units(1)) {
      const total = payers.reduce((sum, payer) => sum + payer.units, 0n);
      for (const { address, units: own } of payers) {
        const off = (paid.get(address) ?? 0n) - (back * own) / total;
        const most = begun.escrow.amount === undefined ? 200n : begun.held / 1_000n;
        expect(off < most && off > -most, `${off} units off`).toBe(true);
      }
    }
    // What was paid out before stays so.
    for (const [index, { flags }] of begun.escrow.milestones.entries()) {
      if (flags.released) expect(stateOf(state.escrow, state.escrow.milestones[index] as never)).toBe('released');
    }
    ended += 1;
  }
  expect(ended).toBeGreaterThan(800);
  expect(unrounded).toBeLessThanOrEqual(payers.length > 1 ? 4 : 0);
});

test('disputes only milestones that hold money, those already in dispute first', () => {
  const actsOf = (state: EscrowState) =>
    endingOf(state)
      .parts.filter(({ isDone }) => !isDone)
      .map(({ act, milestone, units: amount }) => [act, milestone, amount]);
  expect(actsOf(multi(['open', 'approved', 'disputed'], units(120)))).toEqual([
    ['dispute', 1, 0n],
    ['resolve', 1, units(70)],
    ['resolve', 3, units(50)],
  ]);
  expect(actsOf(multi(['released', 'resolved'], units(7)))).toEqual([['withdraw', undefined, units(7)]]);
  expect(actsOf(single('open', units(120)))).toEqual([
    ['dispute', undefined, 0n],
    ['resolve', undefined, units(120)],
  ]);
});

test('distinguishes an escrow without money from one whose money was all paid out', () => {
  expect(endingOf(multi(['open', 'disputed'], 0n))).toMatchObject({ now: 'no-money', parts: [] });
  expect(endingOf(multi(['released', 'open'], 0n))).toMatchObject({ now: 'over', parts: [] });
  expect(endingOf(single('resolved', 0n))).toMatchObject({ now: 'over', parts: [] });
  // What rounding leaves behind counts as nothing, except of a token whose units are worth something.
  const left = (decimals: number, held: bigint) => endingOf({ ...multi(['open'], held), decimals }).now;
  expect([left(6, 50n), left(6, 51n), left(5, 1n)]).toEqual(['no-money', 'to-return', 'to-return']);
});

test('says why nothing returns the money', () => {
  const { roles } = multi(['open'], 1n).escrow;
  const ofContract = multi(['open'], units(5), { roles: { ...roles, disputeResolver: OTHER_CONTRACT } });
  expect(endingOf(ofContract)).toMatchObject({
    now: 'cannot',
    because: [{ code: 'ROLE_IS_CONTRACT', params: { role: 'disputeResolver', address: OTHER_CONTRACT } }],
  });
  const one = PEOPLE.disputeResolver;
  const alone = { approver: one, serviceProvider: one, platformAddress: one, releaseSigner: one, receiver: one };
  const ofOne = single('open', units(5), { roles: { ...roles, ...alone } });
  expect(endingOf(ofOne)).toMatchObject({ now: 'cannot', because: [{ code: 'RESOLVER_CANNOT_DISPUTE' }] });
  expect(endingOf(single('disputed', units(5), { roles: { ...roles, ...alone } })).now).toBe('to-return');
  expect(endingOf(multi(['open'], 50n)).now).toBe('no-money');
  const { withdraw: _, ...functions } = STEP_KINDS['live-single'].functions;
  const stuck = { ...single('released', units(5)), kind: { ...STEP_KINDS['live-single'], functions } };
  expect(endingOf(stuck)).toMatchObject({
    now: 'cannot',
    stuck: units(5),
    because: [{ code: 'NO_SUCH_FUNCTION', params: { step: 'withdraw' } }],
  });
});

test('names in words whose signature each transaction takes, and what comes back after fees, as recorded', async () => {
  const { note, text } = createPart();
  const show = (title: string, plan: EndingPlan) => {
    for (const language of LANGUAGES) {
      const { lines, next } = wordsOf(language).endingWords(plan);
      note(`${title} (${language})`, [...lines, `next: ${next}`].join('\n'));
    }
  };
  const state = multi(['released', 'open', 'open'], units(250));
  const { service, platform, receiver } = payoutOf(units(250), 100);
  expect([service, platform, receiver]).toEqual([0.75, 2.5, 246.75].map(units));
  show('two milestones in dispute, paid by one', endingPlan(state, endingOf(state, ALONE), 'history'));
  const uneven = multi(['open'], units(60.0000001));
  show('three payers, and units that rounding leaves', endingPlan(uneven, endingOf(uneven, SEVERAL), 'named'));
  const unknown = single('disputed', units(100));
  expect(endingOf(unknown).parts.every(({ distributions }) => distributions === undefined)).toBe(true);
  show('payers that are unknown', endingPlan(unknown, endingOf(unknown), 'unknown'));
  const milestones = Array.from({ length: 30 }, (_, index) => ({
    ...(SAMPLE as NonNullable<typeof SAMPLE>),
    amount: units(1),
    receiver: index === 3 ? PEOPLE.stranger : PEOPLE.receiver,
    flags: flagsOf(index === 6 ? 'released' : 'open'),
  }));
  const many = multi([], units(29), { milestones });
  const plan = endingPlan(many, endingOf(many));
  const pays = Array.from({ length: 12 }, (_, index) => ({
    as: 'share' as const,
    to: `G${index}`,
    amount: `${index}`,
  }));
  show('thirty milestones and twelve payers', { ...plan, pays });
  show('nine payers', { ...plan, pays: pays.slice(0, 9) });
  await expect(text()).toMatchFileSnapshot('recorded/endings.txt');
});

test('adds up what each paid in, without what the escrow sent to itself', () => {
  const paid = [
    { from: 'GA', amount: 2n },
    { from: ESCROW, amount: 9n },
    { from: 'GB', amount: 1n },
    { from: 'GA', amount: 3n },
  ];
  expect(payersIn(ESCROW, paid)).toEqual([
    { address: 'GA', units: 5n },
    { address: 'GB', units: 1n },
  ]);
});
