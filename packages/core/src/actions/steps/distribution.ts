/** Money that is shared out by the dispute resolver, with the fees taken off it. */
import { fromBaseUnits, readAmount, toBaseUnits, toBasisPoints } from '../../escrow/index.ts';
import { inHostOrder } from '../../kinds/encode-call.ts';
import { type SplitRule, splitOf } from '../../kinds/escrow-on-chain.ts';
import { givenFields } from '../../text/fields.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { UnmetPrecondition } from '../../words/obstacles.ts';
import { dustOf, least, remainderOf } from './claims.ts';
import { type EscrowState, formatAmount } from './escrow-state.ts';
import type { Effect, Payment } from './step.ts';
import { type Share, sharesInUnits, unitsOfShare } from './values.ts';

const RULES: readonly SplitRule[] = ['off-total', 'per-share'];

export const totalOf = (shares: readonly Share[], state: EscrowState): bigint =>
  shares.reduce((sum, share) => sum + unitsOfShare(share, state), 0n);

/** Who gets how much. The contract pays the shares in the order of its map. */
export function paymentsOf(distributions: readonly Share[], state: EscrowState): Pick<Effect, 'pays' | 'isAbout'> {
  const shares = inHostOrder(distributions);
  const { rule = 'per-share', isCertain = false } = state.kind.split ?? {};
  const [pays, ...others] = [rule, ...(isCertain ? [] : RULES)].map((each) => paidBy(each, shares, state));
  const isAbout = others.some((other) => JSON.stringify(other.map(plain)) !== JSON.stringify(pays?.map(plain)));
  return { pays: pays ?? [], isAbout };
}

/** What a decision does not share out. @param claim what it could share out, in base units */
export function leftOver(
  claim: bigint,
  distributions: readonly Share[],
  state: EscrowState,
  effect: Effect,
): readonly BlockingWarning[] {
  const shared = totalOf(distributions, state);
  const rest = claim - shared;
  if (rest <= dustOf(state)) return [];
  const { left, needed, milestones } = remainderOf(state, effect);
  const spare = left - needed;
  const params = {
    shared: formatAmount(state, shared),
    of: formatAmount(state, claim),
    rest: formatAmount(state, rest),
    spare: formatAmount(state, least(spare, rest)),
    token: state.token,
    milestones,
    address: state.escrow.roles.disputeResolver,
  };
  return [{ code: 'LEAVES_MONEY', params }];
}

/** Where fees are rounded off the total, all payments together may be more than what is there. */
export function roundingObstacles(
  distributions: readonly Share[],
  state: EscrowState,
  canLeave = true,
): readonly UnmetPrecondition[] {
  const { kind, held } = state;
  const rules = kind.split?.isCertain === true ? [kind.split.rule] : RULES;
  const most = rules.map((rule) => paidBy(rule, distributions, state).reduce((sum, { units }) => sum + units, 0n));
  if (most.every((paid) => paid <= held) || totalOf(distributions, state) > held) return [];
  return [{ code: 'ROUNDED_UP', params: { held: formatAmount(state, held), token: state.token, canLeave } }];
}

function paidBy(rule: SplitRule, shares: readonly Share[], state: EscrowState): Payment[] {
  const { escrow, network } = state;
  const before = sharesInUnits(shares, state);
  const amounts = before.map(({ units }) => units);
  const split = splitOf(amounts, escrow.platformFee, rule);
  const service = network.feeAddress === undefined ? {} : { to: network.feeAddress };
  return [
    { as: 'service', ...service, units: split.service } as const,
    { as: 'platform', to: escrow.roles.platformAddress, units: split.platform } as const,
    ...before.map(({ address, units }, index) => {
      return { as: 'share', to: address, units: split.shares[index] ?? 0n, of: units } as const;
    }),
  ].filter(({ units }) => units > 0n);
}

const plain = ({ as, to, units }: Payment) => [as, to, `${units}`];

/** As a person may write the amount of one share. */
const REST = /^(?:the |el )?(?:rest|remainder|resto)$/i;

/** Amounts of shares that are written in percent, or as the rest; the parser reports what cannot be read here. */
export function withAmounts(shares: readonly unknown[], whole: bigint, decimals: number): readonly unknown[] {
  const amounts = shares.map((share) => String(givenFields(share)['amount'] ?? '').trim());
  const percents = amounts.map((text) => (text.endsWith('%') ? toBasisPoints(readOr(text, '%')) : undefined));
  const units = amounts.map((text, index) => {
    const percent = percents[index];
    return percent === undefined ? toBaseUnits(readOr(text), decimals) : (whole * BigInt(percent)) / 10_000n;
  });
  // Where the percentages are all of it, rounding leaves nothing over.
  const isAll = percents.reduce<number>((sum, percent = Number.NaN) => sum + percent, 0) === 10_000;
  const rest = isAll ? shares.length - 1 : amounts.findIndex((text) => REST.test(text));
  const others = units.filter((_, index) => index !== rest);
  if (rest !== -1 && !others.includes(undefined)) {
    units[rest] = others.reduce<bigint>((left, each = 0n) => left - each, whole);
  }
  return shares.map((share, index) => {
    const own = percents[index] === undefined && index !== rest ? undefined : units[index];
    return own === undefined ? share : { ...givenFields(share), amount: fromBaseUnits(own, decimals) };
  });
}

/** Nothing is a decimal of the empty text. */
function readOr(text: string, unit?: string): string {
  const read = readAmount(text, unit);
  return typeof read === 'string' ? read : '';
}
