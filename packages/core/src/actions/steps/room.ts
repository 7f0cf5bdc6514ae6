/** Whether the network has room for what a step emits, and for what later steps will (decision 76). */
import type { StepName } from '../../escrow/steps.ts';
import type { Obstacle } from '../../words/obstacles.ts';
import { emittedByStep, emittedLater, MOST_EMITTED, mostThat } from '../emitted.ts';
import type { StepRequests } from './request.ts';
import { milestoneOf, type Standing, withMilestone } from './standing.ts';
import type { Effect, Step } from './step.ts';

/** Bytes of the step's own events and result. */
export function emittedBy<Name extends StepName>(
  step: Step<Name>,
  standing: Standing,
  request: StepRequests[Name],
  effect: Pick<Effect, 'after' | 'pays'> = step.effect(standing, request),
): number {
  return emittedByStep({ ...standing, ...effect, step: step.name, signer: request.signer });
}

export function roomObstacles<Name extends StepName>(
  step: Step<Name>,
  standing: Standing,
  request: StepRequests[Name],
): readonly Obstacle[] {
  const { kind, network, escrow } = standing;
  // An escrow that was made elsewhere may have less room than is kept here; then a step leaves as much as there was.
  const mostLater = Math.max(MOST_EMITTED, emittedLater(kind, network, escrow));
  const excessOf = (effect: Pick<Effect, 'after' | 'pays'>) => ({
    now: emittedBy(step, standing, request, effect) - MOST_EMITTED,
    later: emittedLater(kind, network, effect.after) - mostLater,
  });
  const effect = step.effect(standing, request);
  const { now, later } = excessOf(effect);
  if (now <= 0 && later <= 0) return [];
  const fits = (change: Partial<Effect>) =>
    Object.values(excessOf({ ...effect, ...change })).every((left) => left <= 0);

  if (step.name === 'change-status') {
    const { milestone } = request as StepRequests['change-status'];
    const evidence = [...(milestoneOf({ escrow: effect.after }, milestone)?.evidence ?? '')];
    const most = mostThat(evidence.length, (length) =>
      fits({ after: withMilestone(effect.after, milestone, () => ({ evidence: evidence.slice(0, length).join('') })) }),
    );
    return [{ code: 'REPORT_TOO_LONG', params: { length: evidence.length, most } }];
  }
  const shares = effect.pays.filter(({ as }) => as === 'share');
  const fees = effect.pays.filter(({ as }) => as !== 'share');
  const most = mostThat(shares.length, (count) => fits({ pays: [...fees, ...shares.slice(0, count)] }));
  if (most > 0) return [{ code: 'TOO_MANY_SHARES', params: { count: shares.length, most } }];
  // Generation B writes the new terms twice.
  const copies = step.name === 'update' && kind.generation === 'B' ? 2 : 1;
  return [{ code: 'ESCROW_TOO_LONG', params: { step: step.name, excess: Math.max(Math.ceil(now / copies), later) } }];
}
