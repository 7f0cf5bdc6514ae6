/** Honest teams: how often the rule of trust asks a client who makes five deals a week on one platform. */

import {
  type ConfirmedTaking,
  type Deal,
  type EscrowAtStake,
  partiesAtStake,
  rolesAs,
  takingRisk,
  trustIn,
} from '@countersign/core/judgement';
import { type EscrowOnChain, payoutOf } from '@countersign/core/kinds';
import { createRandom, type Random } from '@countersign/testkit/mutation/random';

const CLIENT = 'client';
const PLATFORM = 'platform';
const ARBITER = 'arbiter';
const FEE = 500;

export type Team = {
  readonly name: string;
  /** @param worker of this deal */
  readonly roles: (worker: string) => EscrowOnChain['roles'];
  readonly isSingle: boolean;
  readonly workers: number;
};

const USUAL = { platformAddress: PLATFORM, disputeResolver: ARBITER };

export const TEAMS: readonly Team[] = [
  {
    name: 'the platform approves and pays out, milestones with receivers of their own',
    roles: (worker) => ({ ...USUAL, approver: PLATFORM, serviceProvider: worker, releaseSigner: PLATFORM }),
    ...{ isSingle: false, workers: 8 },
  },
  {
    name: 'the platform does that, and decides disputes as well',
    roles: (worker) => ({
      ...{ ...USUAL, approver: PLATFORM, serviceProvider: worker, releaseSigner: PLATFORM },
      disputeResolver: PLATFORM,
    }),
    ...{ isSingle: false, workers: 8 },
  },
  {
    name: 'an agency approves, pays out and is paid',
    roles: () => ({
      ...USUAL,
      ...{ approver: 'agency', serviceProvider: 'agency', releaseSigner: 'agency', receiver: 'agency' },
    }),
    ...{ isSingle: true, workers: 1 },
  },
  {
    name: 'the client approves and pays out',
    roles: (worker) => ({ ...USUAL, approver: CLIENT, serviceProvider: worker, releaseSigner: CLIENT }),
    ...{ isSingle: false, workers: 8 },
  },
];

export type Course = {
  readonly weeks: number;
  readonly perWeek: number;
  /** Each week the usual amount grows by so many percent. */
  readonly growth: number;
  /** A deal is up to so many times smaller or larger than usual. */
  readonly spread: number;
  /** Days from the payment to the last payout. */
  readonly longest: number;
};

export const COURSE: Course = { weeks: 52, perWeek: 5, growth: 3, spread: 4, longest: 28 };

export type Asked = {
  readonly deals: number;
  /** Before the first deal has ended, and after it. */
  readonly before: number;
  readonly after: number;
};

type Running = { readonly deal: Deal; readonly escrow: EscrowOnChain; readonly endsAt: number };

/** Every deal is made, paid in and paid out as agreed; what is asked is confirmed. */
export function askedOf(team: Team, course: Course, seed: number): Asked {
  const random = createRandom(seed);
  const ended: Deal[] = [];
  let running: Running[] = [];
  let before = 0;
  let after = 0;
  const count = course.weeks * course.perWeek;
  for (let number = 0; number < count; number++) {
    const day = (number * 7) / course.perWeek;
    for (const each of running.filter(({ endsAt }) => endsAt <= day)) ended.push(endedDeal(each));
    running = running.filter(({ endsAt }) => endsAt > day);
    const units = amountOf(course, day / 7, random);
    const escrow = escrowOf(team, `worker ${random.below(team.workers)}`, units);
    const stake = { contractId: `escrow ${number}`, escrow, units };
    const confirmed = confirmedFor(stake, [...ended, ...running.map(({ deal }) => deal)]);
    if (ended.length === 0) before += confirmed.length;
    else after += confirmed.length;
    const endsAt = day + 3 + random.below(course.longest - 2);
    running.push({ deal: { ...paidDeal(stake, day), confirmed }, escrow, endsAt });
  }
  return { deals: count, before, after };
}

/** What the client is asked to confirm: at the deploy, and at a payment of half and of all of it. */
function confirmedFor(stake: EscrowAtStake, earlier: readonly Deal[]): readonly ConfirmedTaking[] {
  const { escrow } = stake;
  const confirmed: ConfirmedTaking[] = [];
  for (const units of [stake.units, stake.units / 2n, stake.units]) {
    const own = { ...paidDeal(stake, 0), payments: [], paidIn: new Map(), confirmed };
    const facts = { byHand: new Set<string>(), deals: [...earlier, own] };
    const trust = trustIn(facts, [...partiesAtStake(escrow, CLIENT).keys()], { ...stake, units });
    const { stops } = takingRisk(escrow, CLIENT, trust.trusted, trust.confirmed);
    for (const { params } of stops) {
      confirmed.push({ address: params.address, roles: rolesAs(escrow, params.address), units });
    }
  }
  return confirmed;
}

function amountOf({ growth, spread }: Course, week: number, random: Random): bigint {
  const factor = spread ** ((random.below(2_001) - 1_000) / 1_000);
  return BigInt(Math.round(1_000 * (1 + growth / 100) ** week * factor)) * 10_000_000n;
}

function escrowOf({ roles, isSingle }: Team, worker: string, units: bigint): EscrowOnChain {
  const base = { description: 'Work', status: 'pending', evidence: '', flags: {} };
  const parts = [units / 2n, units - units / 2n];
  return {
    ...{ engagementId: 'deal', title: 'Deal', description: 'A deal', platformFee: FEE, roles: roles(worker) },
    ...(isSingle ? { amount: units, flags: {} } : {}),
    milestones: parts.map((amount) => (isSingle ? base : { ...base, amount, receiver: worker })),
    trustline: { address: 'token' },
  };
}

const paidDeal = ({ contractId, escrow, units }: EscrowAtStake, at: number): Deal => ({
  escrow: contractId,
  payments: [{ units, at, parties: partiesAtStake(escrow, CLIENT) }],
  paidIn: new Map([[CLIENT, units]]),
  paidOut: new Map(),
  released: new Map(),
  confirmed: [],
});

function endedDeal({ deal, escrow, endsAt }: Running): Deal {
  const units = deal.payments[0]?.units ?? 0n;
  const { platform, receiver, service } = payoutOf(units, FEE);
  const payee = escrow.roles.receiver ?? escrow.milestones[0]?.receiver ?? '';
  const paidOut = new Map([
    [payee, receiver],
    [PLATFORM, platform],
    ['', service],
  ]);
  return { ...deal, paidOut, released: paidOut, agreedEnd: { units, at: endsAt } };
}

/** The figures of many seeds, as lines. */
export function reportOf(course: Course, seeds: number): string[] {
  const { weeks, perWeek, growth, spread, longest } = course;
  return [
    `${perWeek} deals a week for ${weeks} weeks, ${growth} % more each week, each up to ${spread} times smaller or larger, open for 3 to ${longest} days; ${seeds} courses.`,
    '| team | asked before the first deal ended | after it, on average | at most | courses with more than 2 |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...TEAMS.map((team) => {
      const all = Array.from({ length: seeds }, (_, seed) => askedOf(team, course, seed + 1));
      const after = all.map((each) => each.after);
      const mean = (list: readonly number[]) => (list.reduce((sum, each) => sum + each, 0) / seeds).toFixed(2);
      const many = after.filter((each) => each > 2).length;
      return `| ${team.name} | ${mean(all.map((each) => each.before))} | ${mean(after)} | ${Math.max(...after)} | ${many} |`;
    }),
  ];
}
