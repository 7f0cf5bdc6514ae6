/** The judgement of a transaction that equals its request: stops, warnings and facts. Of names, payments and steps; the deploy has its own file. */

import { LATELY_MS } from '../contacts/index.ts';
import { crossChainTarget } from '../escrow/cross-chain.ts';
import { fromBaseUnits } from '../escrow/index.ts';
import type { RoleName } from '../escrow/steps.ts';
import { type EscrowOnChain, receivers } from '../kinds/escrow-on-chain.ts';
import { type BlockingWarning, type Fact, PAYEE_WARNINGS, together, type Warning } from '../words/data/risk.ts';
import type { NameChange, NamedAddress } from '../words/names.ts';

export type Risk = {
  /** A person must confirm these before anything to sign is handed out. */
  readonly stops: readonly BlockingWarning[];
  /** The most serious first: two sentences, and all others about money that could be lost. */
  readonly warnings: readonly Warning[];
  readonly facts: readonly Fact[];
};

/** A payment out of the escrow would leave Stellar, which no one asked for. */
export function crossChainStops({ crossChainReceiver }: EscrowOnChain): BlockingWarning[] {
  const params = crossChainTarget(crossChainReceiver);
  return params === undefined ? [] : [{ code: 'CROSS_CHAIN_RECEIVER', params }];
}

/** Few people read more than these. */
const MOST_WARNINGS = 2;

const MOST_SERIOUS: readonly Warning['code'][] = [
  'LEDGER_NOT_ASKED',
  'KNOWN_CAN_TAKE_ALONE',
  'ADDRESS_CHANGED',
  'TERMS_CHANGED_SINCE_DEPLOY',
  'TEXTS_CHANGED',
  'WORK_NOT_REPORTED',
  'ESCROW_FROM_ELSEWHERE',
  'CAN_TAKE_TOGETHER',
];
const OF_PAYMENTS: readonly Warning['code'][] = [...PAYEE_WARNINGS, 'FEE_UNLIKE_BEFORE', 'FEE_LOOKS_LIKE_FRACTION'];

/** About money that would be lost, or that a payee could not use: always a warning. */
const ABOUT_LOST_MONEY: ReadonlySet<Warning['code']> = new Set([...MOST_SERIOUS, ...OF_PAYMENTS]);

const MOST_SERIOUS_FIRST: readonly Warning['code'][] = [
  ...MOST_SERIOUS,
  'RESOLVER_PAYS_SELF',
  'ESCROW_IN_DISPUTE',
  'NAME_CHANGED_LATELY',
  'RECEIVER_IS_NOT_WORKER',
  'RECEIVERS_ARE_NOT_WORKER',
  'UNKNOWN_RELEASE_SIGNER',
  'RESOLVER_IS_WORKER',
  ...OF_PAYMENTS,
  'SEVERAL_SIGNERS',
  'SAME_ID_ELSEWHERE',
];

/** @param more what else the desk knows; other warnings than those about lost money become facts beyond the two most serious */
export function mergeRisk({ stops: blockers, warnings, facts }: Risk, more: Partial<Risk>): Risk {
  const all = [...(more.warnings ?? []), ...warnings].sort((one, other) => rankOf(one) - rankOf(other));
  const ranked = together(all);
  const isShown = ([first]: readonly Warning[], at: number) =>
    at < MOST_WARNINGS || (first !== undefined && ABOUT_LOST_MONEY.has(first.code));
  return {
    stops: [...(more.stops ?? []), ...blockers],
    warnings: ranked.filter(isShown).flat(),
    facts: [...ranked.filter((group, at) => !isShown(group, at)).flat(), ...facts, ...(more.facts ?? [])],
  };
}

function rankOf({ code }: Warning): number {
  return MOST_SERIOUS_FIRST.indexOf(code);
}

/**
 * A name whose address changed lately is a stop, and a warning where money of this wallet has proven the new address for
 * the sum at stake. The signer's own name is neither: no other wallet can sign for it.
 * @param proven those addresses
 * @param now epoch milliseconds
 * @param used addresses with which this wallet has dealt before, for whatever sum
 */
export function nameRisk(
  names: readonly NamedAddress[],
  proven: ReadonlySet<string>,
  now: number,
  used: ReadonlySet<string> = proven,
): Risk {
  const entries = new Map(
    names
      .filter(({ field, from }) => field !== 'signer' && from === 'address-book')
      .map((named) => [named.name, named] as const),
  );
  const all = [...entries.values()];
  const changes = all.flatMap((named) => changeOf(named, now) ?? []);
  const isProven = (change: NameChange) => proven.has(change.now);
  const first = all
    .filter((named) => !used.has(named.address) && changeOf(named, now) === undefined)
    .map(({ name }) => name);
  return {
    stops: changes.filter((change) => !isProven(change)).map((params) => ({ code: 'NAME_HAS_NEW_ADDRESS', params })),
    warnings: changes.filter(isProven).map((params) => ({ code: 'NAME_CHANGED_LATELY', params })),
    facts: first.length === 0 ? [] : [{ code: 'FIRST_TIME_NAMES', params: { names: first } }],
  };
}

/** A time in the future was written before the clock was set back: it counts as lately. */
function changeOf({ name, address, before, setAt, setBy }: NamedAddress, now: number): NameChange | undefined {
  if (before === undefined || setAt === undefined || setBy === undefined) return undefined;
  return now - Date.parse(setAt) < LATELY_MS ? { name, before, now: address, at: setAt, by: setBy } : undefined;
}

/** Amounts in base units; `held` is absent where it is not known. */
export type WeighedPayment = {
  readonly amount: bigint;
  /** What its terms have yet to pay out. */
  readonly needed: bigint;
  readonly held?: bigint;
  readonly decimals: number;
  readonly token: string;
  /** A stranger's text. */
  readonly title: string;
  readonly isInDispute: boolean;
  readonly resolver: string;
};

export function paymentRisk(funding: WeighedPayment): Risk {
  const { amount, needed, held, decimals, token, title, isInDispute, resolver } = funding;
  const formatAmount = (units: bigint) => fromBaseUnits(units, decimals);
  const blockers: BlockingWarning[] = [];
  const warnings: Warning[] = [];
  const facts: Fact[] = [];
  if (needed === 0n) blockers.push({ code: 'ESCROW_FINISHED', params: {} });
  else if (held !== undefined && held + amount > needed) {
    const over = held > needed ? amount : held + amount - needed;
    const params = { held: formatAmount(held), needed: formatAmount(needed), over: formatAmount(over), token };
    blockers.push({ code: 'MORE_THAN_NEEDED', params });
  }
  if (isInDispute) warnings.push({ code: 'ESCROW_IN_DISPUTE', params: { address: resolver } });
  if (held !== undefined) {
    const params = { title, held: formatAmount(held + amount), needed: formatAmount(needed), token };
    facts.push({ code: 'AFTER_PAYMENT', params });
  }
  facts.push({ code: 'ONLY_RESOLVER_MOVES', params: { address: resolver } });
  return { stops: blockers, warnings, facts };
}

export type WeighedStep = {
  readonly signer: string;
  readonly distributions?: readonly { readonly address: string }[];
};

/** @param escrow as it stood before. @param after as an update leaves its terms */
export function stepRisk(
  { signer, distributions = [] }: WeighedStep,
  { escrow }: { readonly escrow: EscrowOnChain },
  after = escrow,
): Risk {
  const blockers: BlockingWarning[] = [];
  const warnings: Warning[] = [];
  const parties = new Set([...Object.values(escrow.roles), ...receivers(escrow)]);
  const strangers = distributions.map(({ address }) => address).filter((address) => !parties.has(address));
  if (strangers.length > 0) blockers.push({ code: 'PAYS_STRANGER', params: { addresses: strangers } });
  const movers = moversOf(escrow);
  const newcomers = moversOf(after).filter(
    ({ role, address }) => !movers.some((each) => each.role === role && each.address === address),
  );
  if (newcomers.length > 0) blockers.push({ code: 'NAMES_STRANGER', params: { parties: newcomers } });
  const isOwn = distributions.some(({ address }) => address === signer);
  if (isOwn) warnings.push({ code: 'RESOLVER_PAYS_SELF', params: { address: signer } });
  return { stops: blockers, warnings, facts: [] };
}

function moversOf(escrow: EscrowOnChain): { readonly role: RoleName; readonly address: string }[] {
  return [
    ...receivers(escrow).map((address) => ({ role: 'receiver', address }) as const),
    ...(['releaseSigner', 'disputeResolver'] as const).map((role) => ({ role, address: escrow.roles[role] })),
  ];
}
