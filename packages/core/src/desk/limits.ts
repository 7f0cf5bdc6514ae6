/** The limits of what may be prepared, which operator and person set. */
import * as z from 'zod';
import { canonicalDecimal, fromBaseUnits, toBaseUnits } from '../escrow/amount.ts';
import { knownToken } from '../escrow/network.ts';
import { parseInput } from '../escrow/parse-input.ts';
import { checkLimits, type Limits } from '../judgement/index.ts';
import type { Limits as SettingsLimits } from '../settings/limits.ts';
import type { DeskContext } from './context.ts';
import type { Person } from './person.ts';
import type { Asked, Handle, OwnLimits } from './store/offers.ts';

/** Finer than any token. */
const DECIMALS = 40;

/**
 * @param known its own handle, which counts once
 * @throws CountersignError LIMIT_REACHED
 */
export async function requireWithinLimits(
  { policy, store, network, now }: DeskContext,
  asked: Asked,
  owner: Person,
  known: Handle | undefined,
): Promise<void> {
  const own = await store.limitsOf(owner);
  const limits: readonly Limits[] = [
    ...policy.limits,
    ...(own === undefined ? [] : [{ by: 'person', ...own } as const]),
  ];
  if (limits.length === 0) return;
  // A token may be named by its issuer, in a request and in a limit.
  const contractOf = (address: string) => knownToken(network, address)?.address ?? address;
  const token = contractOf(asked.request.trustline.address);
  const today = new Date(now()).setUTCHours(0, 0, 0, 0);
  const others = (await store.askedSince(owner, today)).filter(
    (other) =>
      other.action === asked.action && contractOf(other.request.trustline.address) === token && !isSame(other, known),
  );
  const spend = {
    amount: totalOf(asked),
    token,
    counterparties: counterpartiesOf(asked),
    spentToday: sum(others.map(totalOf)),
  };
  const byContract = limits.map((limit) =>
    limit.tokens === undefined ? limit : { ...limit, tokens: limit.tokens.map(contractOf) },
  );
  const problem = checkLimits(byContract, spend, now());
  if (problem !== undefined) throw problem;
}

/** Of the settings; none where nothing is limited. */
export function operatorLimits(limits: SettingsLimits): readonly Limits[] {
  return Object.keys(limits).length === 0 ? [] : [{ by: 'operator', settings: LIMIT_SETTINGS, ...limits }];
}

const LIMIT_SETTINGS = {
  maxAmount: 'COUNTERSIGN_MAX_AMOUNT',
  maxPerDay: 'COUNTERSIGN_MAX_PER_DAY',
  counterparties: 'COUNTERSIGN_COUNTERPARTIES',
  tokens: 'COUNTERSIGN_TOKENS',
  until: 'COUNTERSIGN_LIMITS_UNTIL',
} as const;

/** What the person types to confirm: in token units. */
export function totalOf(asked: Asked): string {
  return asked.action === 'deploy' ? sum(asked.request.milestones.map(({ amount }) => amount)) : asked.request.amount;
}

function isSame(other: Asked, known: Handle | undefined): boolean {
  return known !== undefined && JSON.stringify(other.request) === JSON.stringify(known.request);
}

function counterpartiesOf(asked: Asked): string[] {
  const all = asked.action === 'deploy' ? Object.values(asked.request.roles) : [asked.request.escrow];
  return [...new Set(all)].filter((address) => address !== asked.request.signer);
}

function sum(amounts: readonly string[]): string {
  return fromBaseUnits(
    amounts.reduce((total, amount) => total + (toBaseUnits(amount, DECIMALS) ?? 0n), 0n),
    DECIMALS,
  );
}

const amount = z
  .string()
  .max(40)
  .refine(
    (text) => (canonicalDecimal(text) ?? '-').startsWith('-') === false,
    'is not an amount in token units, like 150 or 0.5',
  )
  .transform((text) => canonicalDecimal(text) as string);
const ownLimitsSchema = z.strictObject({ maxAmount: amount.optional(), maxPerDay: amount.optional() });

/** @throws CountersignError INPUT_INVALID */
export function parseOwnLimits(input: unknown): OwnLimits {
  const { maxAmount, maxPerDay } = parseInput(ownLimitsSchema, input);
  return {
    ...(maxAmount === undefined ? {} : { maxAmount }),
    ...(maxPerDay === undefined ? {} : { maxPerDay }),
  };
}
