/** The amount that a step is about, which a person types to confirm it. */
import type { StepName } from '../../escrow/steps.ts';
import { amountOf } from '../../kinds/progress.ts';
import { updatedEscrow } from '../update/updated-escrow.ts';
import { totalOf } from './distribution.ts';
import type { StepRequest, StepRequests } from './request.ts';
import type { Standing } from './standing.ts';
import { stepOf } from './step-of.ts';

/** In base units: what is paid out, before fees; of an update, all that the escrow is then to pay; 0 where no money is meant. */
export function stepTotal(name: StepName, request: StepRequest, standing: Standing): bigint {
  if ('distributions' in request) return totalOf(request.distributions, standing);
  if (name === 'update') {
    const after = updatedEscrow(standing, request as StepRequests['update']);
    return after.amount ?? amountOf(after.milestones);
  }
  return stepOf(name)
    .effect(standing, request as never)
    .pays.reduce((sum, { units }) => sum + units, 0n);
}
