/** What a person should know before they pay into an escrow. */
import { fromBaseUnits } from '../escrow/index.ts';
import type { Fact, Stop, Warning } from '../words/judgement.ts';
import type { Judgement } from './judgement.ts';

/** Amounts in base units; `held` is absent where it could not be told. */
export type JudgedFunding = {
  readonly amount: bigint;
  /** What its terms have yet to pay out. */
  readonly needed: bigint;
  readonly held?: bigint;
  readonly decimals: number;
  /** How the token is called. */
  readonly token: string;
  /** A stranger's text. */
  readonly title: string;
  readonly isInDispute: boolean;
  readonly resolver: string;
};

export function judgeFunding(funding: JudgedFunding): Judgement {
  const { amount, needed, held, decimals, token, title, isInDispute, resolver } = funding;
  const written = (units: bigint) => fromBaseUnits(units, decimals);
  const stops: Stop[] = [];
  const warnings: Warning[] = [];
  const facts: Fact[] = [];
  if (needed === 0n) stops.push({ code: 'ESCROW_FINISHED', params: {} });
  else if (held !== undefined && held + amount > needed) {
    const over = held > needed ? amount : held + amount - needed;
    const params = { held: written(held), needed: written(needed), over: written(over), token };
    stops.push({ code: 'MORE_THAN_NEEDED', params });
  }
  if (isInDispute) warnings.push({ code: 'ESCROW_IN_DISPUTE', params: { address: resolver } });
  if (held !== undefined) {
    const params = { title, held: written(held + amount), needed: written(needed), token };
    facts.push({ code: 'AFTER_PAYMENT', params });
  }
  facts.push({ code: 'ONLY_RESOLVER_MOVES', params: { address: resolver } });
  return { stops, warnings, facts };
}
