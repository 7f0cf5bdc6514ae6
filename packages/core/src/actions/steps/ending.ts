/**
 * How an escrow is ended together: which steps it takes to return its money to those who paid it in, as the ledger has
 * it now. The contracts have no cancel: a party disputes what is not paid out, and the dispute resolver returns it.
 */
import type { StepName } from '../../escrow/steps.ts';
import { functionOf, payoutOf } from '../../kinds/index.ts';
import type { EndingPlan, EndingStage, EndingState } from '../../words/data/ending.ts';
import type { UnmetPrecondition } from '../../words/obstacles.ts';
import { stepOf } from '../registry.ts';
import { type Claim, claimsOn, dustOf } from './claims.ts';
import { paymentsOf, roundingObstacles, totalOf } from './distribution.ts';
import { type EscrowState, formatAmount, numbersOf } from './escrow-state.ts';
import { contractRole } from './obstacles.ts';
import type { Party, Payment } from './step.ts';
import { rolesOf } from './summary.ts';
import type { Share } from './values.ts';

/** Somebody who paid in; in base units. */
export type Payer = { readonly address: string; readonly units: bigint };

export type EndingPart = {
  readonly act: EndingStage['act'];
  /** Counted from 1; absent: the whole escrow. */
  readonly milestone?: number;
  /** Any one of them signs it. */
  readonly signers: readonly Party[];
  readonly isDone: boolean;
  /** Base units that it takes out, before fees. */
  readonly units: bigint;
  /** Before fees. Absent where it pays no one, is done, or where who paid in is not known. */
  readonly distributions?: readonly Share[];
};

type Ending = {
  readonly now: Exclude<EndingState, 'not-signed'>;
  /** In the order in which they are signed: all disputes first, so that nothing is paid out in between. */
  readonly parts: readonly EndingPart[];
  /** What the contract has no function to return, in base units. */
  readonly stuck: bigint;
  readonly because: readonly UnmetPrecondition[];
};

/** @param payers who paid in; the money goes back to them in proportion. Absent: not known */
export function endingOf(escrowState: EscrowState, payers?: readonly Payer[]): Ending {
  const { escrow, held } = escrowState;
  const claims = claimsOn(escrowState);
  const none = { parts: [], stuck: 0n, because: [] };
  const dust = dustOf(escrowState);
  if (held <= dust) return { ...none, now: claims.some(({ isOver }) => isOver) ? 'over' : 'no-money' };
  const left = claims.reduce((sum, { units }) => sum - units, held);
  const rest = left <= dust ? 0n : left;
  // Decided ones count as done. What is left over can be withdrawn once nothing is open any more.
  const meant = claims.filter(
    ({ units, state }) => units > 0n || state === 'resolved' || (rest > 0n && state !== 'released'),
  );
  const canWithdraw = functionOf(escrowState.kind, 'withdraw', escrowState.network) !== undefined;
  // A single release is decided whole; elsewhere a part may stay behind.
  const isPaidInParts = escrow.amount === undefined;
  const resolver = [{ role: 'disputeResolver', address: escrow.roles.disputeResolver }] as const;
  const returning = (act: EndingPart['act'], units: bigint, isDone: boolean) => ({
    ...{ act, units, isDone, signers: resolver },
    ...(isDone || payers === undefined
      ? {}
      : { distributions: sharesOf(units, payers, escrowState, isPaidInParts || act === 'withdraw') }),
  });
  const parts: EndingPart[] = [
    ...meant.map(
      ({ state, ...claim }): EndingPart => ({
        ...numberOf(claim),
        ...{ act: 'dispute', units: 0n, isDone: state !== 'open' && state !== 'approved' },
        signers: disputersOf(escrowState, claim.milestone),
      }),
    ),
    ...meant.flatMap(({ state, units, ...claim }): EndingPart[] =>
      units > 0n || state === 'resolved' ? [{ ...numberOf(claim), ...returning('resolve', units, units === 0n) }] : [],
    ),
    ...(rest > 0n && canWithdraw ? [returning('withdraw', rest, false)] : []),
  ];
  const stuck = rest > 0n && !canWithdraw ? rest : 0n;
  const because = whyNot(escrowState, parts, stuck === held);
  return { now: because.length > 0 ? 'cannot' : 'to-return', parts, stuck, because };
}

const numberOf = ({ milestone }: Pick<Claim, 'milestone'>) => (milestone === undefined ? {} : { milestone });

/** Each person once; a contract has no key. */
const disputersOf = (state: EscrowState, milestone: number | undefined): readonly Party[] =>
  partiesToDispute(state, milestone).filter(
    ({ address }, at, all) => address.startsWith('G') && all.findIndex((each) => each.address === address) === at,
  );

/** The resolver decides, so they may not dispute. */
const partiesToDispute = (state: EscrowState, milestone: number | undefined): readonly Party[] =>
  stepOf('dispute')
    .signers(state, { milestone } as never)
    .filter(({ address }) => address !== state.escrow.roles.disputeResolver);

function whyNot(state: EscrowState, parts: readonly EndingPart[], isAllStuck: boolean): UnmetPrecondition[] {
  const left = parts.filter(({ isDone }) => !isDone);
  const missing = [...new Set<StepName>([...left.map(({ act }) => act), ...(isAllStuck ? ['withdraw' as const] : [])])]
    .filter((step) => functionOf(state.kind, step, state.network) === undefined)
    .map((step): UnmetPrecondition => ({ code: 'NO_SUCH_FUNCTION', params: { step } }));
  const unsigned = left.find(({ act, signers }) => act === 'dispute' && signers.length === 0);
  const address = state.escrow.roles.disputeResolver;
  const contracts = contractRole([{ role: 'disputeResolver', address }]) ?? [];
  if (unsigned === undefined) return [...missing, ...contracts];
  const others = partiesToDispute(state, unsigned.milestone);
  const alone: UnmetPrecondition = { code: 'RESOLVER_CANNOT_DISPUTE', params: { address } };
  return [...missing, ...contracts, ...((others.length > 0 && contractRole(others)) || [alone])];
}

/** In proportion to what each paid in; the largest payer gets what rounding leaves. */
function sharesOf(units: bigint, payers: readonly Payer[], state: EscrowState, canLeave: boolean): readonly Share[] {
  const [largest, ...others] = payers.toSorted((one, other) => Number(other.units - one.units));
  if (largest === undefined) return [];
  const paid = payers.reduce((sum, payer) => sum + payer.units, 0n);
  /** @param step what each share but the largest is a multiple of */
  const sharesIn = (total: bigint, step = 1n): readonly Share[] => {
    const rest = others
      .map((payer) => ({ ...payer, units: ((total * payer.units) / paid / step) * step }))
      .filter((payer) => payer.units > 0n);
    const left = rest.reduce((sum, payer) => sum - payer.units, total);
    return [{ ...largest, units: left }, ...rest].map((payer) => ({
      address: payer.address,
      amount: formatAmount(state, payer.units),
    }));
  };
  const { platform, service } = payoutOf(units, state.escrow.platformFee);
  // Fees of multiples of it need no rounding.
  const step = units / divisorOf(units, platform + service);
  const tries = [
    sharesIn(units),
    ...(canLeave && units > BigInt(others.length) ? [sharesIn(units - BigInt(others.length))] : []),
    ...(step * MOST_OFF <= units ? [sharesIn(units, step)] : []),
  ];
  const fits = (shares: readonly Share[]) => roundingObstacles(shares, state, canLeave).length === 0;
  return tries.find(fits) ?? sharesIn(units);
}

/** A share may be off by one part in so many of the whole. */
const MOST_OFF = 1_000n;

const divisorOf = (one: bigint, other: bigint): bigint => (other === 0n ? one : divisorOf(other, one % other));

/** The same for words, in token units. */
export function endingPlan(
  state: EscrowState,
  { now, parts, stuck, because }: Ending,
  payers: EndingPlan['payers'] = 'later',
): EndingPlan {
  const { escrow, token } = state;
  const next = now === 'to-return' ? parts.find(({ isDone }) => !isDone) : undefined;
  const stages = (['dispute', 'resolve', 'withdraw'] as const).flatMap((act): EndingStage[] => {
    const own = parts.filter((part) => part.act === act);
    return own.length === 0 ? [] : [stageOf(own, state)];
  });
  return {
    ...{ now, unit: token, stages, payers, because },
    done: parts.filter(({ isDone }) => isDone).length,
    of: parts.length,
    ...(next === undefined ? {} : { next: { act: next.act, ...numberOf(next), signers: next.signers } }),
    pays: paysOf(parts, state),
    approver: escrow.roles.approver,
    platform: escrow.roles.platformAddress,
    released: escrow.amount === undefined ? numbersOf(state, ({ flags }) => flags.released === true) : [],
    stays: formatAmount(state, staysAfter(parts, state)),
    ...(stuck === 0n ? {} : { stuck: formatAmount(state, stuck) }),
  };
}

/** Rounding may leave a few units. */
function staysAfter(parts: readonly EndingPart[], state: EscrowState): bigint {
  return parts
    .filter(({ isDone }) => !isDone)
    .reduce(
      (held, { units, distributions }) => held - (distributions ? totalOf(distributions, state) : units),
      state.held,
    );
}

function stageOf(parts: readonly EndingPart[], state: EscrowState): EndingStage {
  const numbers = (counted: readonly EndingPart[]) =>
    counted.flatMap(({ milestone = 0 }) => (milestone === 0 ? [] : [milestone]));
  const left = parts.filter(({ isDone }) => !isDone);
  const units = left.reduce((sum, part) => sum + part.units, 0n);
  const candidates = left.length === 0 ? parts : left;
  const isEverywhere = ({ address }: Party) =>
    candidates.every(({ signers }) => signers.some((each) => each.address === address));
  const signers = (candidates[0]?.signers ?? []).filter(isEverywhere);
  const isOfEach = candidates.some((part) => part.signers.some((party) => !isEverywhere(party)));
  return {
    act: (parts[0] as EndingPart).act,
    milestones: numbers(parts),
    left: numbers(left),
    isDone: left.length === 0,
    // Each milestone has its own receiver.
    signers: isOfEach ? [...signers, { role: 'receiver' }] : signers,
    ...(units === 0n ? {} : { amount: formatAmount(state, units) }),
  };
}

function paysOf(parts: readonly EndingPart[], state: EscrowState): EndingPlan['pays'] {
  const paid = new Map<string, Payment & { readonly isAbout: boolean }>();
  for (const { units, isDone, distributions } of parts) {
    if (units === 0n || isDone) continue;
    // The fees do not depend on who gets the rest.
    const whole = [{ address: state.escrow.roles.approver, amount: formatAmount(state, units) }];
    const { pays, isAbout } = paymentsOf(distributions ?? whole, state);
    for (const payment of pays) {
      const { to: _, ...unnamed } = payment;
      const own: Payment = payment.as === 'share' && distributions === undefined ? unnamed : payment;
      const key = `${own.as} ${own.to}`;
      const before = paid.get(key);
      paid.set(key, {
        ...own,
        units: own.units + (before?.units ?? 0n),
        isAbout: isAbout || before?.isAbout === true,
      });
    }
  }
  return [...paid.values()].map(({ as, to, units, isAbout }) => ({
    as,
    ...(to === undefined ? {} : { to, ...(as === 'share' ? rolesOf(to, state) : {}) }),
    amount: formatAmount(state, units),
    ...(isAbout ? { about: true as const } : {}),
  }));
}

export function payersIn(
  escrow: string,
  paid: readonly { readonly from: string; readonly amount: bigint }[],
): readonly Payer[] {
  const payers = new Map<string, bigint>();
  for (const { from, amount } of paid) if (from !== escrow) payers.set(from, (payers.get(from) ?? 0n) + amount);
  return [...payers].map(([address, units]) => ({ address, units }));
}

/** One address to which everything goes back. */
export const onlyPayer = (address: string): readonly Payer[] => [{ address, units: 1n }];
