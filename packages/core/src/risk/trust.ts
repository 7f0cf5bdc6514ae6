/**
 * Whom a signing wallet knows, and up to which sum: trust is earned with money that this wallet paid. All amounts are
 * base units of one token, since sums of different tokens cannot be compared.
 */

import { ROLE_NAMES } from '../escrow/steps.ts';
import { type EscrowOnChain, payoutOf, receivers } from '../kinds/escrow-on-chain.ts';
import { whoCanTake } from './who-can-take.ts';

/** A payment of this wallet into an escrow; of its deploy, with 0 units. */
export type PaymentIn = {
  readonly units: bigint;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Everyone who had a role then, and whether they could have taken the money, alone or with one other. */
  readonly parties: ReadonlyMap<string, boolean>;
};

/** The money of one escrow into which this wallet paid, as far as it is known here. */
export type Deal = {
  readonly escrow: string;
  readonly payments: readonly PaymentIn[];
  /** What everyone paid in, this wallet included, by payer. */
  readonly paidIn: ReadonlyMap<string, bigint>;
  /** By payee, with any role. */
  readonly paidOut: ReadonlyMap<string, bigint>;
  /** The part of it that was released, not decided or withdrawn. */
  readonly released: ReadonlyMap<string, bigint>;
  /** Absent unless every milestone was paid out, none by a decision. `units`: all of them together, before fees. */
  readonly agreedEnd?: { readonly units: bigint; readonly at: number };
  readonly confirmed: readonly ConfirmedTaking[];
};

/** The signer confirmed that this address can take as much of one escrow, in these roles. */
export type ConfirmedTaking = { readonly address: string; readonly roles: string; readonly units: bigint };

export type TrustFacts = {
  /** The person's own wallets, and what their address book has had for a while by their own hand. */
  readonly byHand: ReadonlySet<string>;
  readonly deals: readonly Deal[];
};

/** Which parties of one escrow the signing wallet trusts, for the sum at stake there. */
export type Trust = {
  readonly trusted: ReadonlySet<string>;
  /** Those of them that money alone has proven. */
  readonly proven: ReadonlySet<string>;
  /** Those of whom the signer confirmed that they may take as much, in the same roles. */
  readonly confirmed: ReadonlySet<string>;
  /** Those with whom this wallet has dealt before, for whatever sum. */
  readonly used: ReadonlySet<string>;
  /** Basis points: the platform's fee in the wallet's last other escrow with it. */
  readonly feeBefore?: number | undefined;
};

/** The escrow in question. `units`: what it would hold that is not paid out yet. */
export type EscrowAtStake = { readonly contractId: string; readonly escrow: EscrowOnChain; readonly units: bigint };

/** How much more than it has proven to be safe with an address is trusted with. */
const TIMES = 10n;

/** Whether an address is known for what it could take, together with what it could take of the wallet's other open escrows. */
function isKnown(
  { byHand, deals }: Pick<TrustFacts, 'byHand' | 'deals'>,
  address: string,
  { contractId, escrow, units }: EscrowAtStake,
): boolean {
  if (byHand.has(address)) return true;
  const others = deals.filter((deal) => deal.escrow !== contractId);
  const open = sumOf(others.map((deal) => openIn(deal, address)));
  const reached = sumOf(deals.map((deal) => reachedBy(deal, address)));
  if (takeable(escrow, address, units) + open <= TIMES * reached) return true;
  const entrusted = deals.map((deal) => entrustedTo(deal, address));
  if (!receivers(escrow).includes(address)) return units <= TIMES * mostOf(entrusted);
  // Somebody who is paid as well could keep all of it. What was confirmed was not given on the strength of earlier deals.
  const unasked = sumOf(others.map((deal) => mostOf([openIn(deal, address) - confirmedFor(deal, address)])));
  return units + unasked <= TIMES * sumOf(entrusted);
}

export function trustIn(facts: TrustFacts, parties: readonly string[], stake: EscrowAtStake): Omit<Trust, 'feeBefore'> {
  const { deals } = facts;
  const confirmed = deals.find(({ escrow }) => escrow === stake.contractId)?.confirmed ?? [];
  const isConfirmed = (address: string) => {
    const roles = rolesAs(stake.escrow, address);
    return confirmed.some((each) => each.address === address && each.roles === roles && stake.units <= each.units);
  };
  const among = (isSo: (address: string) => boolean) => new Set(parties.filter(isSo));
  return {
    trusted: among((address) => isKnown(facts, address, stake)),
    proven: among((address) => isKnown({ byHand: new Set(), deals }, address, stake)),
    confirmed: among(isConfirmed),
    used: among((address) => hasDealtWith(deals, address)),
  };
}

export function paidAddresses(deals: readonly Deal[]): ReadonlySet<string> {
  return new Set(deals.flatMap((deal) => [...deal.released.keys()].filter((address) => reachedBy(deal, address) > 0n)));
}

/** Whether this wallet paid an address through an escrow, or trusted it with one that ended as agreed. */
const hasDealtWith = (deals: readonly Deal[], address: string): boolean =>
  deals.some((deal) => reachedBy(deal, address) > 0n || entrustedTo(deal, address) > 0n);

export const rolesAs = ({ roles, milestones }: EscrowOnChain, address: string): string =>
  [
    ...ROLE_NAMES.filter((role) => roles[role] === address),
    ...milestones.flatMap(({ receiver, amount }, index) =>
      receiver === address ? [`milestone ${index + 1}: ${amount}`] : [],
    ),
  ].join(', ');

/** What could leave the escrow for one address, after fees; the platform gets its fee as well. */
function takeable({ platformFee, roles }: EscrowOnChain, address: string, units: bigint): bigint {
  const { platform, receiver } = payoutOf(units, platformFee);
  return roles.platformAddress === address ? receiver + platform : receiver;
}

/** Who has a role, and whether they could take the money if only the payer is trusted. */
export function partiesAtStake(escrow: EscrowOnChain, payer: string): ReadonlyMap<string, boolean> {
  const takers = new Set(whoCanTake(escrow, (address) => address === payer).flatMap(({ parties }) => parties));
  const all = [...ROLE_NAMES.flatMap((role) => escrow.roles[role] ?? []), ...receivers(escrow)];
  return new Map(all.map((address) => [address, takers.has(address)]));
}

/** What an address could have taken of this wallet's money in an escrow that ended as agreed. */
function entrustedTo({ payments, agreedEnd }: Deal, address: string): bigint {
  if (agreedEnd === undefined) return 0n;
  const before = payments.filter(({ at, parties }) => parties.get(address) === true && at <= agreedEnd.at);
  return least(unitsOf(before), agreedEnd.units);
}

/** What was released to an address of the money that this wallet paid in while it had a role. What it paid in itself is its own. */
function reachedBy({ payments, paidIn, released }: Deal, address: string): bigint {
  const meant = unitsOf(payments.filter(({ parties }) => parties.has(address)));
  return mostOf([least(meant, (released.get(address) ?? 0n) - (paidIn.get(address) ?? 0n))]);
}

/** What an address could take of this wallet's money in one escrow, as far as it is not paid out. */
function openIn({ payments, paidIn, paidOut }: Deal, address: string): bigint {
  const entrusted = unitsOf(payments.filter(({ parties }) => parties.get(address) === true));
  return mostOf([least(entrusted, sumOf([...paidIn.values()]) - sumOf([...paidOut.values()]))]);
}

const confirmedFor = ({ confirmed }: Deal, address: string): bigint =>
  mostOf(confirmed.filter((each) => each.address === address).map(({ units }) => units));

const unitsOf = (payments: readonly PaymentIn[]): bigint => sumOf(payments.map(({ units }) => units));
const sumOf = (all: readonly bigint[]): bigint => all.reduce((sum, units) => sum + units, 0n);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const mostOf = (all: readonly bigint[]): bigint =>
  all.reduce((most, units) => most + (units > most ? units - most : 0n), 0n);
