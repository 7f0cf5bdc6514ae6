import type { StepName } from '../../escrow/steps.ts';
import { functionOf } from '../../kinds/escrow-kind.ts';
import type { UnmetPrecondition } from '../../words/obstacles.ts';
import { emittedByStep, emittedLater, emittedOf, MOST_EMITTED, mostThat } from '../emitted.ts';
import { stepOf } from '../registry.ts';
import type { EscrowState } from './escrow-state.ts';
import type { StepRequest } from './request.ts';
import type { Effect, Party, Step } from './step.ts';

/** All unmet preconditions of a step, the most important one first. */
export function obstaclesOf(name: StepName, request: StepRequest, state: EscrowState): readonly UnmetPrecondition[] {
  const step = stepOf(name);
  if (functionOf(state.kind, name, state.network) === undefined) {
    return [{ code: 'NO_SUCH_FUNCTION', params: { step: name } }];
  }
  const { milestone } = request;
  const count = state.escrow.milestones.length;
  // When a step is renewed, the escrow may have fewer milestones by now.
  if (milestone !== undefined && milestone > count)
    return [{ code: 'NO_SUCH_MILESTONE', params: { milestone, count } }];
  const parties = step.signers(state, request);
  const isParty = parties.some(({ address }) => address === request.signer);
  const notYours = { code: 'NOT_YOUR_STEP', params: { step: name, signer: request.signer, parties } } as const;
  const found = [...step.unmetPreconditions(state, request), ...(isParty ? [] : (contractRole(parties) ?? [notYours]))];
  return found.length > 0 ? found : roomObstacles(step, state, request);
}

export function contractRole(parties: readonly Party[]): readonly UnmetPrecondition[] | undefined {
  if (parties.some(({ address }) => !address.startsWith('C'))) return undefined;
  return parties.map((party) => ({ code: 'ROLE_IS_CONTRACT', params: party }));
}

/** Bytes of the step's own events and result. */
export function emittedBy(
  step: Step,
  state: EscrowState,
  request: StepRequest,
  effect: Pick<Effect, 'after' | 'pays'> = step.effect(state, request),
): number {
  return emittedByStep({ ...state, ...effect, step, signer: request.signer });
}

/** Whether the network has room for what a step emits, and for what later steps will (decision 76). */
function roomObstacles(step: Step, state: EscrowState, request: StepRequest): readonly UnmetPrecondition[] {
  const { kind, network, escrow } = state;
  // An escrow that was made elsewhere may have less room than is kept here; then a step leaves as much as there was.
  const mostLater = Math.max(MOST_EMITTED, emittedLater(kind, network, escrow));
  const excessOf = (effect: Pick<Effect, 'after' | 'pays'>) => ({
    now: emittedBy(step, state, request, effect) - MOST_EMITTED,
    later: emittedLater(kind, network, effect.after) - mostLater,
  });
  const effect = step.effect(state, request);
  const { now, later } = excessOf(effect);
  if (now <= 0 && later <= 0) return [];
  const fits = (change: Partial<Effect>) =>
    Object.values(excessOf({ ...effect, ...change })).every((left) => left <= 0);
  const own = step.tooLong?.(request, effect, fits);
  if (own !== undefined) return [own];
  const shares = effect.pays.filter(({ as }) => as === 'share');
  const fees = effect.pays.filter(({ as }) => as !== 'share');
  const most = mostThat(shares.length, (count) => fits({ pays: [...fees, ...shares.slice(0, count)] }));
  if (most > 0) return [{ code: 'TOO_MANY_SHARES', params: { count: shares.length, most } }];
  const copies = Math.max(emittedOf(step, kind, request.signer, effect.after).copies ?? 1, 1);
  return [{ code: 'ESCROW_TOO_LONG', params: { step: step.name, excess: Math.max(Math.ceil(now / copies), later) } }];
}
