/** The amount that a step is about, which a person types to confirm it. */
import type { StepRequest } from './request.ts';
import type { Standing } from './standing.ts';
import type { Step } from './step.ts';

/** In base units: what is paid out, before fees; of an update, all that the escrow is then to pay; 0 where no money is meant. */
export function stepTotal(step: Step, request: StepRequest, standing: Standing): bigint {
  return (
    step.total?.(standing, request) ?? step.effect(standing, request).pays.reduce((sum, { units }) => sum + units, 0n)
  );
}
