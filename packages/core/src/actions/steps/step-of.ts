/** The steps of an escrow's life, a row each. */
import type { StepName } from '../../escrow/steps.ts';
import { approve } from '../approve/index.ts';
import { changeStatus } from '../change-status/index.ts';
import { dispute } from '../dispute/index.ts';
import { extend } from '../extend/index.ts';
import { release } from '../release/index.ts';
import { resolve } from '../resolve/index.ts';
import { update } from '../update/index.ts';
import { withdraw } from '../withdraw/index.ts';
import type { Step } from './step.ts';

export const STEPS: { readonly [Name in StepName]: Step<Name> } = {
  'change-status': changeStatus,
  approve,
  release,
  dispute,
  resolve,
  withdraw,
  update,
  extend,
};

export function stepOf<Name extends StepName>(name: Name): Step<Name> {
  return STEPS[name];
}
