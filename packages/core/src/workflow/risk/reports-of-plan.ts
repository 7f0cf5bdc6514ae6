/** Binds the later milestones of one request to the reports that the person saw when they requested all of them. */
import { createHash } from 'node:crypto';
import { stepOf } from '../../actions/registry.ts';
import { type EscrowState, milestoneOf, unreportedWarnings } from '../../actions/steps/escrow-state.ts';
import type { StepName } from '../../escrow/steps.ts';
import { mergeRisk, type Risk } from '../../risk/index.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { Plan } from '../model/requests.ts';

export function reportsOf(name: StepName, { milestones }: Plan, state: EscrowState): Plan['reports'] {
  return stepOf(name).agreesToReport ? milestones.map((milestone) => digestOf(state, milestone)) : undefined;
}

/** @param milestone the one that is prepared now, counted from 1 */
export function reportBlockers(
  plan: Plan | undefined,
  milestone: number | undefined,
  state: EscrowState,
): readonly BlockingWarning[] {
  if (plan?.reports === undefined || milestone === undefined) return [];
  const shown = plan.reports[plan.milestones.indexOf(milestone)];
  if (shown === undefined || shown === digestOf(state, milestone)) return [];
  return [{ code: 'REPORT_CHANGED', params: { milestone } }];
}

/** The warning names all milestones of the request that have no report, not only the one that is prepared now. */
export function withUnreported(risk: Risk, plan: Plan | undefined, state: EscrowState): Risk {
  if (plan?.reports === undefined) return risk;
  const warnings = risk.warnings.filter(({ code }) => code !== 'WORK_NOT_REPORTED');
  return mergeRisk({ ...risk, warnings }, { warnings: unreportedWarnings(state, plan.milestones) });
}

function digestOf(state: EscrowState, milestone: number): string {
  const { status, evidence } = milestoneOf(state, milestone) ?? { status: '', evidence: '' };
  // Long enough that no one finds another report with the same digest, and short enough for the index of plans.
  return createHash('sha256')
    .update(JSON.stringify([status, evidence]))
    .digest('base64url')
    .slice(0, 32);
}
