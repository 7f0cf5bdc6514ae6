/** Honest teams: how often the rule of trust asks a client who makes five deals a week on one platform. */
import { createRandom, type Random } from '@countersign/testkit/mutation/random';
import { expect, test } from 'vitest';
import { type EscrowOnChain, payoutOf } from '../kinds/index.ts';
import {
  type ConfirmedTaking,
  type Deal,
  type EscrowAtStake,
  partiesAtStake,
  rolesAs,
  takingRisk,
  trustIn,
} from './index.ts';

const CLIENT = 'client';
const PLATFORM = 'platform';
const FEE = 500;
const DEALS = 50;
const DEALS_A_WEEK = 5;
const WORKERS = 8;
/** Each week the usual amount grows by so many percent. */
const GROWTH = 3;
/** A deal is up to so many times smaller or larger than usual. */
const SPREAD = 2;
/** Days from the payment to the last payout. */
const [SHORTEST, LONGEST] = [3, 14];

type Roles = EscrowOnChain['roles'];

const USUAL = { platformAddress: PLATFORM, disputeResolver: 'arbiter' };
const rolesWith = (payer: string, worker: string): Roles => {
  return { ...USUAL, approver: payer, serviceProvider: worker, releaseSigner: payer };
};
const byPlatform = (worker: string) => rolesWith(PLATFORM, worker);
const byClient = (worker: string) => rolesWith(CLIENT, worker);
const byAgency = (): Roles => ({ ...rolesWith('agency', 'agency'), receiver: 'agency' });

test.each<readonly [team: string, roles: (worker: string) => Roles, isSingle: boolean]>([
  ['the platform approves and pays out', byPlatform, false],
  ['the platform does that and decides disputes', (w) => ({ ...byPlatform(w), disputeResolver: PLATFORM }), false],
  ['an agency approves, pays out and is paid', byAgency, true],
  ['the client approves and pays out', byClient, false],
])('asks at most twice after the first deal when %s', (_, roles, isSingle) => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const random = createRandom(seed);
    const nextEscrow = (units: bigint) => escrowOf(roles(`worker ${random.below(WORKERS)}`), isSingle, units);
    expect(confirmationsIn(nextEscrow, random), `seed ${seed}`).toBeLessThanOrEqual(2);
  }
});

/** Every deal is made, paid in and paid out as agreed. @returns how often the client confirms once one deal has ended */
function confirmationsIn(nextEscrow: (units: bigint) => EscrowOnChain, random: Random): number {
  const ended: Deal[] = [];
  let running: { readonly deal: Deal; readonly escrow: EscrowOnChain; readonly endsAt: number }[] = [];
  let confirmations = 0;
  for (let number = 0; number < DEALS; number++) {
    const day = (number * 7) / DEALS_A_WEEK;
    for (const { deal, escrow, endsAt } of running) if (endsAt <= day) ended.push(endedDeal(deal, escrow, endsAt));
    running = running.filter(({ endsAt }) => endsAt > day);
    const units = amountIn(day / 7, random);
    const stake = { contractId: `escrow ${number}`, escrow: nextEscrow(units), units };
    const confirmed = confirmedFor(stake, [...ended, ...running.map(({ deal }) => deal)]);
    if (ended.length > 0) confirmations += confirmed.length;
    const endsAt = day + SHORTEST + random.below(LONGEST - SHORTEST + 1);
    running.push({ deal: { ...paidDeal(stake, day), confirmed }, escrow: stake.escrow, endsAt });
  }
  return confirmations;
}

/** What the client must confirm: at the deploy, and at a payment of half and of all of it. */
function confirmedFor(stake: EscrowAtStake, earlier: readonly Deal[]): readonly ConfirmedTaking[] {
  const { escrow } = stake;
  const confirmed: ConfirmedTaking[] = [];
  for (const units of [stake.units, stake.units / 2n, stake.units]) {
    const own = { ...paidDeal(stake, 0), payments: [], paidIn: new Map(), confirmed };
    const facts = { byHand: new Set<string>(), deals: [...earlier, own] };
    const trust = trustIn(facts, [...partiesAtStake(escrow, CLIENT).keys()], { ...stake, units });
    for (const { params } of takingRisk(escrow, CLIENT, trust.trusted, trust.confirmed).stops) {
      confirmed.push({ address: params.address, roles: rolesAs(escrow, params.address), units });
    }
  }
  return confirmed;
}

function amountIn(week: number, random: Random): bigint {
  const factor = SPREAD ** ((random.below(2_001) - 1_000) / 1_000);
  return BigInt(Math.round(1_000 * (1 + GROWTH / 100) ** week * factor)) * 10_000_000n;
}

function escrowOf(roles: Roles, isSingle: boolean, units: bigint): EscrowOnChain {
  const base = { description: 'Work', status: 'pending', evidence: '', flags: {} };
  const receiver = roles.serviceProvider;
  const parts = [units / 2n, units - units / 2n];
  return {
    engagementId: 'deal',
    title: 'Deal',
    description: 'A deal',
    platformFee: FEE,
    roles,
    ...(isSingle ? { amount: units, flags: {} } : {}),
    milestones: parts.map((amount) => (isSingle ? base : { ...base, amount, receiver })),
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

function endedDeal(deal: Deal, { roles }: EscrowOnChain, at: number): Deal {
  const units = deal.payments[0]?.units ?? 0n;
  const { platform, receiver, service } = payoutOf(units, FEE);
  const paidOut = new Map([
    [roles.serviceProvider, receiver],
    [PLATFORM, platform],
    ['', service],
  ]);
  return { ...deal, paidOut, released: paidOut, agreedEnd: { units, at } };
}
