/** The judgement of a transaction that equals its request: stops, warnings and facts. */
import type { Fact, Stop, Warning } from '../words/judgement.ts';

export type Judgement = {
  /** A person must confirm these before anything to sign is handed out. */
  readonly stops: readonly Stop[];
  /** Two at most, the most serious first. */
  readonly warnings: readonly Warning[];
  readonly facts: readonly Fact[];
};

/** Nobody reads more than these. */
const MOST_WARNINGS = 2;

const MOST_SERIOUS_FIRST: readonly Warning['code'][] = [
  'ADDRESS_CHANGED',
  'ESCROW_FROM_ELSEWHERE',
  'CAN_TAKE_TOGETHER',
  'RESOLVER_PAYS_SELF',
  'ESCROW_IN_DISPUTE',
  'NAME_CHANGED_LATELY',
  'RECEIVER_IS_NOT_WORKER',
  'UNKNOWN_RELEASE_SIGNER',
  'RESOLVER_IS_WORKER',
  'ACCOUNT_MISSING',
  'TRUSTLINE_MISSING',
  'FEE_LOOKS_LIKE_FRACTION',
  'SEVERAL_SIGNERS',
  'SAME_ID_ELSEWHERE',
];

/** @param more what the desk knows beside it; warnings beyond the two most serious become facts */
export function withMore({ stops, warnings, facts }: Judgement, more: Partial<Judgement>): Judgement {
  const ranked = [...(more.warnings ?? []), ...warnings].sort((one, other) => rankOf(one) - rankOf(other));
  return {
    stops: [...(more.stops ?? []), ...stops],
    warnings: ranked.slice(0, MOST_WARNINGS),
    facts: [...ranked.slice(MOST_WARNINGS), ...facts, ...(more.facts ?? [])],
  };
}

function rankOf({ code }: Warning): number {
  return MOST_SERIOUS_FIRST.indexOf(code);
}
