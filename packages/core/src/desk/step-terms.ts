/** Checks that an escrow has not changed since a step was asked for. */
import type { StepRequest } from '../actions/steps/request.ts';
import { standingOf } from '../actions/steps/standing.ts';
import { CountersignError } from '../errors/errors.ts';
import type { Network } from '../escrow/network.ts';
import type { StepName } from '../escrow/steps.ts';
import type { DeskContext } from './context.ts';
import { termsOf } from './follow/difference.ts';

type Read = Pick<StepRequest, 'code' | 'state'>;
type Scene = Pick<DeskContext, 'network' | 'words'>;

/** @throws CountersignError ESCROW_CHANGED */
export function requireSameEscrow(name: StepName, request: StepRequest, now: Read, { network, words }: Scene): void {
  // An update's result depends on the whole state before it.
  const isSame = name === 'update' ? now.state === request.state : isOfSameTerms(request, now, network);
  if (isSame && now.code === request.code) return;
  throw new CountersignError('ESCROW_CHANGED', {
    ...words.ESCROW_CHANGED,
    language: words.language,
  });
}

/** Milestones that were added since do not matter to the step. */
function isOfSameTerms(request: StepRequest, now: Read, network: Network): boolean {
  if (now.state === request.state) return true;
  const before = standingOf(request, network)?.escrow;
  const after = standingOf({ ...request, ...now }, network)?.escrow;
  if (before === undefined || after === undefined) return false;
  return termsOf(before) === termsOf({ ...after, milestones: after.milestones.slice(0, before.milestones.length) });
}
