/** What several steps look at: a milestone, or the escrow where it is paid out at once. */
import type { MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { isPaidOut, stateOf } from '../../kinds/progress.ts';
import type { Fact } from '../../words/judgement.ts';
import type { Obstacle } from '../../words/obstacles.ts';
import { milestoneOf, type Standing } from './standing.ts';

type OfMilestone = { readonly milestone?: number | undefined };

/** The milestone's number as a parameter of words; empty where the escrow is paid out at once. */
export const named = ({ milestone }: OfMilestone): { readonly milestone?: number } =>
  milestone === undefined ? {} : { milestone };

/** The flags that decide of it. */
export function flagsOf({ escrow }: Standing, { milestone }: OfMilestone): MilestoneOnChain['flags'] {
  return (milestone === undefined ? escrow.flags : milestoneOf({ escrow }, milestone)?.flags) ?? {};
}

/** A finished milestone allows no step; only withdrawing is still possible. */
export function finishedObstacles(standing: Standing, request: OfMilestone): Obstacle[] {
  const { released, resolved } = flagsOf(standing, request);
  if (released) return [{ code: 'ALREADY_PAID', params: named(request) }];
  return resolved ? [{ code: 'ALREADY_RESOLVED', params: named(request) }] : [];
}

/** The page behind a link may change after the link is on the ledger. */
export const linkFacts = (evidence: string | undefined): Fact[] =>
  evidence !== undefined && /https?:\/\//i.test(evidence) ? [{ code: 'EVIDENCE_IS_LINK', params: {} }] : [];

/** The numbers, counted from 1, of the milestones that match. */
export function numbersOf({ escrow }: Standing, isSo: (milestone: MilestoneOnChain) => boolean): number[] {
  return escrow.milestones.flatMap((milestone, index) => (isSo(milestone) ? [index + 1] : []));
}

/** Milestones neither paid out, decided nor in dispute; in a single release either all or none. */
export const unfinished = (standing: Standing): number[] =>
  numbersOf(standing, (milestone) => ['open', 'approved'].includes(stateOf(standing.escrow, milestone)));

export { isPaidOut };
